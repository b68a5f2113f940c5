// TODO: say why
export const a = 1;
// HACK(bob): the server sends a string: parse it
export const b = Number("1");
