/** The page that the panel stands in, with the policy that it has in VS Code, and the panel's bundle. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Theme, themeSheet, themes } from "./themes.ts";

const nonce = "dGVzdA";

export interface Bundle {
  readonly script: string;
  readonly style: string;
}

export async function bundlePanel(): Promise<Bundle> {
  const result = await build({
    entryPoints: ["webview/main.ts"],
    bundle: true,
    minify: true,
    write: false,
    outdir: "dist/webview",
    format: "iife",
    target: "chrome128",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const textOf = (ending: string) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
}

/** Undefined for a path that the page doesn't have. */
export function pageFile(url: URL, origin: string, bundle: Bundle): { type: string; body: string } | undefined {
  const theme = themeOf(url.searchParams.get("theme"));
  switch (url.pathname) {
    case "/":
      return { type: "text/html; charset=utf-8", body: pageHtml(origin, theme, languageOf(url)) };
    case "/theme.css":
      return { type: "text/css; charset=utf-8", body: themeSheet(theme) };
    case "/main.css":
      return { type: "text/css; charset=utf-8", body: bundle.style };
    case "/main.js":
      return { type: "text/javascript; charset=utf-8", body: bundle.script };
    case "/favicon.ico":
      return { type: "image/x-icon", body: "" };
    default:
      return undefined;
  }
}

/** The language that the page is shown in, as it names itself. */
function languageOf(url: URL): string {
  return url.searchParams.get("language") ?? "en";
}

/** What the host puts into the page: the bundle of the person's language, and none for English. */
function wordsOf(language: string): string {
  if (language === "en") return "{}";
  const file = fileURLToPath(new URL(`../../../l10n/bundle.l10n.${language}.json`, import.meta.url));
  return readFileSync(file, "utf8").replaceAll("<", "\\u003c");
}

function themeOf(name: string | null): Theme {
  return name !== null && isTheme(name) ? name : "dark";
}

function isTheme(name: string): name is Theme {
  return Object.hasOwn(themes, name);
}

function pageHtml(origin: string, theme: Theme, language: string): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${origin} 'nonce-${nonce}'`,
    `font-src ${origin}`,
    `img-src ${origin} data:`,
    "require-trusted-types-for 'script'",
    "trusted-types dompurify lit-html fast-html",
  ].join("; ");
  const { bodyClass, kind } = themes[theme];
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Silverpoint</title>
<link rel="stylesheet" href="${origin}/theme.css?theme=${theme}">
<link rel="stylesheet" href="${origin}/main.css">
</head>
<body class="${bodyClass}" data-vscode-theme-kind="${kind}">
<silverpoint-panel></silverpoint-panel>
<script type="application/json" id="words">${wordsOf(language)}</script>
<script nonce="${nonce}" src="${origin}/main.js"></script>
</body>
</html>`;
}
