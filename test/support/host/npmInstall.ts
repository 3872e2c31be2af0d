import { runCommandLine } from "./runCommandLine.ts";

/**
 * Installs packages (or, with none named, what the folder's own package.json lists) into exactly that folder, without
 * running any install script. The `npm` of this machine is used with its own configuration.
 */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const args = [
    "install",
    "--prefix",
    folder,
    "--omit=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    ...packages,
  ];
  await runCommandLine("npm", args, { cwd: folder, environment: npmEnvironment() });
}

/**
 * Inside `npm run` npm describes the outer package in the environment, and an inner npm would take its folder for its
 * own. What the person configured there, such as a registry, stays.
 */
function npmEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (
      /^npm_(package_|lifecycle_|command$)|^npm_config_(local_prefix|global|workspaces?|dry_run|omit|include)$/i.test(
        name,
      )
    ) {
      delete environment[name];
    }
  }
  delete environment.INIT_CWD;
  delete environment.NODE_ENV;
  delete environment.NODE_OPTIONS;
  return environment;
}
