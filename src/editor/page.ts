import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The panel's page. It runs one script of ours, loads nothing from elsewhere and lets no string become markup unchecked. */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const file = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, "dist", "webview", name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
    "require-trusted-types-for 'script'",
    "trusted-types dompurify lit-html fast-html",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<link rel="stylesheet" href="${file("main.css")}">
<title>Silverpoint</title>
</head>
<body>
<silverpoint-panel></silverpoint-panel>
<script type="application/json" id="words">${wordsOf(vscode.l10n.bundle)}</script>
<script nonce="${nonce}" src="${file("main.js")}"></script>
</body>
</html>`;
}

/** What the panel may do: run its own script, load its own files and the images of its package, and reload the window when nobody answers it any more (PKG-16). */
export function pageOptions(extensionUri: vscode.Uri, packageUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [
      vscode.Uri.joinPath(extensionUri, "dist", "webview"),
      vscode.Uri.joinPath(packageUri, "assets"),
    ],
    enableCommandUris: ["workbench.action.reloadWindow"],
  };
}

/** The bundle of the person's language as JSON that can't end the element it stands in; English has none. */
function wordsOf(bundle: Readonly<Record<string, string>> | undefined): string {
  return JSON.stringify(bundle ?? {}).replaceAll("<", "\\u003c");
}

function escapeAttribute(text: string): string {
  return text.replace(/[^\w-]/g, "");
}
