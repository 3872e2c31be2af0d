import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder } from "./cacheFolder.ts";
import { type Announce, announceOnConsole } from "./install.ts";
import { npmInstall } from "./npmInstall.ts";
import { placeOnce } from "./placeOnce.ts";
import { runCommandLine } from "./runCommandLine.ts";
import { chromiumPackage } from "./versions.ts";

export interface InstalledChromium {
  executable: string;
  /** What the browser's environment needs besides the usual. */
  environment: Readonly<Record<string, string>>;
}

const macApplications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Finds a Chromium: `CHROMIUM_PATH`, else the system's, else Debian's package (as root), else the one in an npm package
 * (Linux x64). Throws, saying what to install, where none can be had.
 */
export async function installChromium(announce: Announce = announceOnConsole): Promise<InstalledChromium> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which doesn't exist.`);
    return { executable: given, environment: {} };
  }
  const system = findSystemChromium() ?? (await installFromDebian(announce));
  if (system !== undefined) return { executable: system, environment: {} };
  if (process.platform === "linux" && process.arch === "x64") return installFromNpm(announce);
  throw new Error("No Chromium found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable.");
}

function findSystemChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...(process.platform === "darwin" ? macApplications : [])].find((path) => existsSync(path));
}

async function installFromDebian(announce: Announce): Promise<string | undefined> {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isDebian()) return undefined;
  announce("Installing Chromium with apt-get, about 120 MB to download …");
  try {
    await runCommandLine("apt-get", ["update"]);
    await runCommandLine("apt-get", ["install", "-y", "chromium"], {
      environment: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } catch (error) {
    announce(`That failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return findSystemChromium();
}

/** Ubuntu's package of the same name is only a pointer to another package system, so it doesn't count. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

// The package unpacks into the temporary folder, which is the cache's own here.
const unpack = `
const library = await import(process.argv[1]);
await library.default.executablePath();
await library.inflate(process.argv[2]);
`;

/** The package ships its executable and the libraries that a small system lacks, all compressed. */
export async function installFromNpm(announce: Announce): Promise<InstalledChromium> {
  const folder = join(cacheFolder(), chromiumPackage.replace("/", "-"));
  await placeOnce(folder, ["chromium", "al2023/lib/libnss3.so"], async (part) => {
    announce(`Installing Chromium from npm (${chromiumPackage}) into ${folder}, 75 MB to download, 210 MB unpacked …`);
    await npmInstall(part, [chromiumPackage]);
    const home = join(part, "node_modules", chromiumPackage.slice(0, chromiumPackage.lastIndexOf("@")));
    const library = pathToFileURL(join(home, "build", "index.js")).href;
    const args = ["--input-type=module", "-e", unpack, library, join(home, "bin", "al2023.tar.br")];
    await runCommandLine(process.execPath, args, { environment: { ...process.env, TMPDIR: part, NODE_OPTIONS: "" } });
    await rm(join(part, "node_modules"), { recursive: true });
    await writeFile(join(part, "fonts.conf"), fontsIn(join(folder, "fonts")));
  });
  const libraries = join(folder, "al2023", "lib");
  const usual = process.env.LD_LIBRARY_PATH;
  const environment = { LD_LIBRARY_PATH: usual ? `${usual}:${libraries}` : libraries };
  const executable = join(folder, "chromium");
  const hasFonts = process.env.FONTCONFIG_FILE !== undefined || existsSync("/etc/fonts/fonts.conf");
  if (hasFonts) return { executable, environment };
  return { executable, environment: { ...environment, FONTCONFIG_FILE: join(folder, "fonts.conf") } };
}

/** The package's own list names folders of another system. */
function fontsIn(folder: string): string {
  const folders = [folder, "/usr/share/fonts"].map((path) => `<dir>${path}</dir>`).join("");
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}</fontconfig>
`;
}
