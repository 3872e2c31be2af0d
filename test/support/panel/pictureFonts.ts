/** The fonts of pictures that are compared: brought in, so that a picture doesn't change with the machine's own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";

const require = createRequire(import.meta.url);

/**
 * Only Linux lets a program choose what fonts there are and how they are drawn. macOS and Windows draw letters in their
 * own way, so pictures are taken there but compared with nothing.
 */
export const canCompare = process.platform === "linux";

/**
 * Writes a font configuration that knows DejaVu alone, unhinted and in grey, below the folder. Returns its full path, for
 * `FONTCONFIG_FILE` in the browser's environment. What DejaVu lacks, such as Japanese, is drawn as boxes.
 */
export function writeFontConfiguration(folder: string): string {
  const fonts = dirname(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
  const path = resolve(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, configuration(fonts, resolve(folder, "fontCache")));
  return path;
}

function configuration(fonts: string, cache: string): string {
  const aliases = Object.entries({
    "sans-serif": "DejaVu Sans",
    "system-ui": "DejaVu Sans",
    sans: "DejaVu Sans",
    serif: "DejaVu Serif",
    Georgia: "DejaVu Serif",
    monospace: "DejaVu Sans Mono",
  }).map(
    ([family, real]) =>
      `<alias binding="same"><family>${family}</family><prefer><family>${real}</family></prefer></alias>`,
  );
  const settings = Object.entries({
    antialias: "<bool>true</bool>",
    hinting: "<bool>false</bool>",
    hintstyle: "<const>hintnone</const>",
    rgba: "<const>none</const>",
  }).map(([name, value]) => `<edit name="${name}" mode="assign">${value}</edit>`);
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${escapeXml(fonts)}</dir>
<cachedir>${escapeXml(cache)}</cachedir>
${aliases.join("\n")}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
<match target="font">${settings.join("")}</match>
<match target="pattern">${settings.join("")}</match>
</fontconfig>
`;
}

function escapeXml(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
