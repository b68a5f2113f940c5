// The page's text editor: CodeMirror in the place of a text box, for YAML and Markdown.
//
// web/pack puts this behind vendor/codemirror/codemirror.js, and wasm/edit loads both when a
// person first edits something. Until then, and where it does not arrive, the box is what is
// typed into. It keeps nothing and judges nothing: texts, marks and what a key means come from
// the engine (web/editor). Positions are those of JavaScript, in UTF-16.

const { Annotation, Compartment, Decoration, EditorSelection, EditorState, EditorView, GutterMarker, Language, LanguageSupport, Prec,
  StateEffect, StateField, Strikethrough, Table, TaskList, WidgetType } = codemirror;

// Markdown has no language of its own in what is vendored: that would bring HTML, CSS and JavaScript along.
const facts = codemirror.defineLanguageFacet({ closeBrackets: { brackets: [] } });
const prose = new LanguageSupport(new Language(facts,
  codemirror.markdown.configure([Strikethrough, Table, TaskList, { props: [codemirror.languageDataProp.add({ Document: facts })] }]), [], "markdown"));
const languages = {
  markdown: () => codemirror.yamlFrontmatter({ content: prose }),
  yaml: () => new LanguageSupport(codemirror.yamlLanguage),
};

// What the engine writes is not typed: it is told to nobody, and is no step of the history.
const written = Annotation.define();

const setMarks = StateEffect.define();

// Marks are findings, and runs of characters that nobody sees. Typing moves them along until the
// next ones come; a fix of a place that was typed in is none any more.
class Marks {
  constructor(list) {
    this.found = list.filter((m) => m.kind !== "unseen");
    this.unseen = list.filter((m) => m.kind === "unseen");
  }
  static of(list, doc) {
    const marks = new Marks(list.filter((m) => m.to <= doc.length));
    marks.draw(doc);
    return marks;
  }
  draw(doc) {
    this.lines = Decoration.set(this.found.flatMap((m) => {
      const line = doc.lineAt(m.from), to = m.from === line.to ? m.from : line.to;
      return to > m.from ? [Decoration.mark({ class: "cm-found is-" + m.kind }).range(m.from, to)] : [];
    }), true);
    this.shapes = Decoration.set(this.unseen.filter((m) => m.to > m.from).map((m) => Decoration.replace({ widget: new Unseen(m) }).range(m.from, m.to)), true);
    const rows = new Map();
    for (const m of this.found) {
      const at = doc.lineAt(m.from).from;
      rows.set(at, [...(rows.get(at) ?? []), m]);
    }
    this.gutter = codemirror.RangeSet.of([...rows].map(([at, list]) => new Sign(list).range(at)), true);
  }
  moved(changes, doc) {
    const marks = new Marks([]);
    const at = (pos, side) => changes.mapPos(pos, side);
    marks.found = this.found.map((m) => {
      const fix = m.fix && !changes.touchesRange(m.fix.from, m.fix.to) ? { ...m.fix, from: at(m.fix.from, 1), to: at(m.fix.to, -1) } : undefined;
      return { ...m, from: at(m.from, 1), to: at(m.to, 1), fix: fix && fix.from <= fix.to ? fix : undefined };
    });
    marks.unseen = this.unseen.map((m) => ({ ...m, from: at(m.from, 1), to: at(m.to, -1) }));
    marks.lines = this.lines.map(changes);
    marks.shapes = this.shapes.map(changes);
    marks.gutter = this.gutter.map(changes);
    return marks;
  }
}

class Unseen extends WidgetType {
  constructor(mark) { super(); this.mark = mark; }
  eq(other) { return other.mark.text === this.mark.text; }
  toDOM() {
    const at = document.createElement("span");
    at.className = "cm-unseen";
    at.textContent = this.mark.text;
    at.title = this.mark.about;
    return at;
  }
  ignoreEvent() { return false; }
}

const signs = { error: "✕", warning: "▲", info: "●" };
const ranks = ["error", "warning", "info"];

class Sign extends GutterMarker {
  constructor(list) { super(); this.list = list; }
  eq(other) { return this.list.length === other.list.length && this.list.every((m, i) => m.text === other.list[i].text); }
  toDOM() {
    const kind = ranks.find((k) => this.list.some((m) => m.kind === k));
    const at = document.createElement("span");
    at.className = "cm-sign is-" + kind;
    at.textContent = signs[kind];
    at.title = this.list.map((m) => m.text).join("\n");
    return at;
  }
}

const marks = StateField.define({
  create: () => Marks.of([], EditorState.create().doc),
  update(now, tr) {
    for (const e of tr.effects) if (e.is(setMarks)) return Marks.of(e.value, tr.state.doc);
    return tr.docChanged ? now.moved(tr.changes, tr.state.doc) : now;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (m) => m.lines),
    EditorView.decorations.from(field, (m) => m.shapes),
    EditorView.atomicRanges.of((view) => view.state.field(field).shapes),
  ],
});

// The finding at the cursor that a key has asked for: shown until the cursor moves.
const setCard = StateEffect.define();
const card = StateField.define({
  create: () => null,
  update(now, tr) {
    for (const e of tr.effects) if (e.is(setCard)) return e.value;
    return tr.docChanged || tr.selection ? null : now;
  },
  provide: (field) => codemirror.showTooltip.from(field, (m) => m && { pos: m.from, above: false, create: (view) => told(view, [m]) }),
});

function told(view, list) {
  const dom = document.createElement("div");
  dom.className = "cm-told";
  for (const m of list) {
    const text = dom.appendChild(document.createElement("p"));
    text.append(`${m.kind[0].toUpperCase()}${m.kind.slice(1)}: ${m.text} `);
    text.appendChild(document.createElement("code")).textContent = m.code;
    if (!m.fix || view.state.readOnly) continue;
    const act = dom.appendChild(document.createElement("button"));
    act.type = "button";
    act.textContent = "Apply fix";
    act.title = m.fix.text ? "Apply fix: " + m.fix.text : "Apply fix: take it out";
    act.onclick = () => { fix(view, m); view.focus(); };
  }
  return { dom };
}

// at lists the findings of a line, those at a place first.
function at(state, pos) {
  const line = state.doc.lineAt(pos);
  return state.field(marks).found.filter((m) => m.from >= line.from && m.from <= line.to)
    .sort((a, b) => Math.abs(a.from - pos) - Math.abs(b.from - pos));
}

const hover = codemirror.hoverTooltip((view, pos) => {
  const list = at(view.state, pos).filter((m) => m.from <= pos);
  return list.length ? { pos: list[0].from, end: view.state.doc.lineAt(pos).to, above: true, create: () => told(view, list) } : null;
});

const say = (text) => EditorView.announce.of(text);

// show goes to a finding, and says it.
function show(view, m) {
  const all = [...view.state.field(marks).found].sort((a, b) => a.from - b.from);
  view.dispatch({ selection: { anchor: m.from }, scrollIntoView: true, userEvent: "select" });
  view.dispatch({ effects: [setCard.of(m),
    say(`${all.indexOf(m) + 1} of ${all.length}, line ${view.state.doc.lineAt(m.from).number}: ${m.text}${m.fix ? " It has a fix." : ""}`)] });
}

// step goes to the next finding, or to the one before.
const step = (way) => (view) => {
  const { state } = view, here = state.selection.main.head;
  const all = [...state.field(marks).found].sort((a, b) => a.from - b.from);
  if (!all.length) {
    view.dispatch({ effects: say("Nothing was found.") });
    return true;
  }
  const shown = all.indexOf(state.field(card));
  let i = way > 0 ? all.findIndex((m) => m.from > here) : all.findLastIndex((m) => m.from < here);
  if (shown >= 0) i = (shown + way + all.length) % all.length;
  show(view, all[i < 0 ? (way > 0 ? 0 : all.length - 1) : i]);
  return true;
};

// fix makes one fix: the one that is shown, else the nearest of the line.
function fix(view, m) {
  const { state } = view;
  m ??= state.field(card) ?? at(state, state.selection.main.head).find((o) => o.fix);
  if (state.readOnly || !m?.fix) {
    const next = state.field(marks).found.filter((o) => o.fix).sort((a, b) => (a.from < state.selection.main.head) - (b.from < state.selection.main.head) || a.from - b.from)[0];
    if (!state.readOnly && next && !m) show(view, next);
    else view.dispatch({ effects: say(state.readOnly ? "This text is read-only." : "There is no fix for this.") });
    return true;
  }
  const alone = !view.lily.pending;
  view.dispatch({
    changes: { from: m.fix.from, to: m.fix.to, insert: m.fix.text }, selection: { anchor: m.fix.from + m.fix.text.length },
    effects: [setCard.of(null), say("Fixed.")], annotations: codemirror.isolateHistory.of("full"), userEvent: "input.fix", scrollIntoView: true,
  });
  view.lily.tell("fixed", alone);
  return true;
}

// A line of foreign text says by its first letter in which direction it is read.
const directed = EditorView.decorations.of((view) => {
  const lines = [];
  for (const { from, to } of view.visibleRanges) {
    for (let pos = from; pos <= to;) {
      const line = view.state.doc.lineAt(pos);
      lines.push(Decoration.line({ attributes: { dir: "auto" } }).range(line.from));
      pos = line.to + 1;
    }
  }
  return Decoration.set(lines, true);
});

// Escape gives Tab back to the page, until another key is pressed; what is open is closed first.
function leave(view) {
  if (view.state.field(card)) {
    view.dispatch({ effects: setCard.of(null) });
    return true;
  }
  view.setTabFocusMode(3_600_000);
  view.dispatch({ effects: say("Tab leaves the editor now.") });
  return false;
}

const keys = [
  { key: "Mod-s", preventDefault: true, run: (view) => { view.lily.tell("save"); return true; } },
  { key: "Mod-.", preventDefault: true, run: (view) => fix(view) },
  { key: "F8", preventDefault: true, run: step(1), shift: step(-1) },
  { key: "Alt-z", preventDefault: true, run: (view) => { view.lily.wrap(); return true; } },
  { key: "Tab", run: codemirror.indentMore, shift: codemirror.indentLess },
  { key: "Escape", run: leave },
];

// A Worker's and a browser's storage may be forbidden: the choice is then of this page alone.
let wraps = true;
try { wraps = localStorage.getItem("lily-wrap") !== "no"; } catch { }

// The histories of texts that were left, and what of them was seen, by what they are of: who comes back can still undo.
const left = new Map();
const histories = 20;

class Editor {
  constructor({ box, place, of, label, about, language, readOnly, tell }) {
    Object.assign(this, { box, place, of, tell, pending: null, timer: 0, since: 0, wrapping: new Compartment(), locking: new Compartment() });
    const config = { doc: box.value, extensions: this.extensions(label, about, language, readOnly) };
    const before = left.get(of);
    left.delete(of);
    // Who comes back goes on where they were; who opens a text begins at its top, where nobody has put the box's cursor yet.
    const focused = document.activeElement === box, id = box.id, same = before?.state.doc === box.value;
    const state = same
      ? EditorState.fromJSON(before.state, config, { history: codemirror.historyField })
      : EditorState.create({ ...config, selection: focused ? EditorSelection.single(box.selectionStart, box.selectionEnd) : undefined });
    this.seen = same ? before.scroll : undefined;
    this.view = new EditorView({ state, parent: place, scrollTo: this.seen, dispatchTransactions: (list, view) => { view.update(list); this.heard(list); } });
    this.view.lily = this;
    const { contentDOM } = this.view;
    // Whoever looks for the box by its id finds what is typed into, and can ask it the same.
    Object.defineProperty(contentDOM, "value", { get: () => this.text() });
    contentDOM.setSelectionRange = (anchor, head) => this.view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
    contentDOM.select = () => contentDOM.setSelectionRange(0, this.view.state.doc.length);
    box.id = id + "-plain";
    contentDOM.id = id;
    box.hidden = true;
    if (focused) this.view.focus();
  }

  extensions(label, about, language, readOnly) {
    const attributes = { "aria-label": label, "aria-describedby": about, tabindex: "0", spellcheck: "false", autocorrect: "off", autocapitalize: "off", translate: "no" };
    return [
      Prec.high(codemirror.keymap.of(keys)),
      codemirror.keymap.of([...codemirror.searchKeymap.filter((k) => k.key !== "Mod-d"), ...codemirror.historyKeymap, ...codemirror.standardKeymap]),
      codemirror.history(), codemirror.search({ top: true }), codemirror.lineNumbers(), codemirror.highlightActiveLine(),
      // Within the editor, wherever that is: a container is what is fixed in it is fixed to.
      codemirror.tooltips({ position: "absolute", tooltipSpace: (view) => view.dom.getBoundingClientRect() }),
      marks, card, hover, directed, EditorView.perLineTextDirection.of(true),
      codemirror.gutter({ class: "cm-signs", markers: (view) => view.state.field(marks).gutter,
        domEventHandlers: { mousedown: (view, line) => { this.show(line.from); return true; } } }),
      codemirror.syntaxHighlighting(codemirror.classHighlighter), languages[language]?.() ?? [], codemirror.indentUnit.of("  "),
      EditorView.contentAttributes.of(attributes),
      EditorView.domEventHandlers({
        keydown: (event) => { if (event.key === "Escape") event.stopPropagation(); },
        scroll: (event, view) => { this.seen = view.scrollSnapshot(); }, // what is closed is out of the page by then
      }),
      this.wrapping.of(wraps ? EditorView.lineWrapping : []), this.locking.of(this.locked(readOnly)),
    ];
  }

  locked(on) {
    return on ? [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-readonly": "true" })] : [];
  }

  show(pos) {
    const m = at(this.view.state, pos)[0];
    if (m) show(this.view, m);
    this.view.focus();
  }

  // heard gathers what is typed, and tells of it when nothing was typed for a moment.
  heard(list) {
    for (const tr of list) {
      if (!tr.docChanged || tr.annotation(written)) continue;
      const first = !this.pending;
      this.pending = first ? tr.changes : this.pending.compose(tr.changes);
      if (first) this.since = performance.now();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.tell("typed"), Math.min(40, Math.max(0, 200 - (performance.now() - this.since))));
    }
    if (this.waiting && !this.view.composing) this.mark(this.waiting);
  }

  // take is what was typed since the last time: from, to, text, and so on, and the length of it all.
  take() {
    if (!this.pending) return null;
    const list = [];
    this.pending.iterChanges((from, to, _from, _to, text) => list.push(from, to, text.toString()));
    this.pending = null;
    list.push(this.view.state.doc.length);
    return list;
  }

  text() { return this.view.state.doc.toString(); }

  // write shows another text, and changes no more of it than is other.
  write(text) {
    clearTimeout(this.timer);
    const now = this.text(), next = this.view.state.toText(text).toString();
    this.pending = null;
    let from = 0, end = 0;
    const most = Math.min(now.length, next.length);
    while (from < most && now[from] === next[from]) from++;
    while (end < most - from && now[now.length - 1 - end] === next[next.length - 1 - end]) end++;
    if (from + end === now.length && now.length === next.length) return;
    this.view.dispatch({
      changes: { from, to: now.length - end, insert: next.slice(from, next.length - end) },
      annotations: [written.of(true), codemirror.isolateHistory.of("full")], filter: false,
    });
  }

  // mark shows what was found in the text that was taken last. An input method is not interrupted.
  mark(list) {
    if (this.view.composing) {
      this.waiting = list;
      return;
    }
    this.waiting = null;
    const changes = this.pending;
    if (changes) {
      list = list.map((m) => ({ ...m, from: changes.mapPos(m.from, 1), to: changes.mapPos(m.to, 1),
        fix: m.fix && !changes.touchesRange(m.fix.from, m.fix.to) ? { ...m.fix, from: changes.mapPos(m.fix.from, 1), to: changes.mapPos(m.fix.to, -1) } : undefined }));
    }
    this.view.dispatch({ effects: setMarks.of(list) });
  }

  lock(on) { this.view.dispatch({ effects: this.locking.reconfigure(this.locked(on)) }); }

  // did does what a button asks for that a key does, too.
  does(what) {
    const { view } = this;
    const acts = { find: codemirror.openSearchPanel, next: step(1), fix: (v) => fix(v), wrap: () => this.wrap() };
    if (what !== "find" && what !== "wrap") view.focus();
    acts[what](view);
  }

  wrap() {
    wraps = !wraps;
    try { localStorage.setItem("lily-wrap", wraps ? "yes" : "no"); } catch { }
    this.view.dispatch({ effects: [this.wrapping.reconfigure(wraps ? EditorView.lineWrapping : []), say(wraps ? "Long lines are wrapped." : "Long lines are not wrapped.")] });
    this.tell("wrapped", wraps);
  }

  // close gives the box back, with the text as it stands.
  close() {
    clearTimeout(this.timer);
    const { state, contentDOM } = this.view, { box } = this;
    left.set(this.of, { state: state.toJSON({ history: codemirror.historyField }), scroll: this.seen });
    if (left.size > histories) left.delete(left.keys().next().value);
    box.value = state.doc.toString();
    contentDOM.id = "";
    box.id = box.id.replace(/-plain$/, "");
    box.hidden = false;
    this.view.destroy();
  }
}

export const open = (options) => new Editor(options);
export const wrapped = () => wraps;
