// The extension starts `lily lsp` and leaves the rest to it.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function made() {
  const settings = workspace.getConfiguration("lily");
  const run = { command: settings.get("path") || "lily", args: ["lsp", ...(settings.get("args") || [])], transport: TransportKind.stdio };
  return new LanguageClient("lily", "Lily", { run, debug: run }, {
    documentSelector: [
      { scheme: "file", language: "markdown", pattern: "**/SKILL.md" },
      { scheme: "file", language: "yaml", pattern: "**/lily.yaml" },
    ],
  });
}

async function start() {
  client = made();
  try {
    await client.start();
  } catch (err) {
    client = undefined;
    window.showErrorMessage(`Lily cannot be started: ${err.message || err}. Is lily in your PATH, or lily.path set?`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.stop();
}

exports.activate = async (context) => {
  context.subscriptions.push(commands.registerCommand("lily.restart", async () => {
    await stop();
    await start();
  }));
  await start();
};

exports.deactivate = stop;
