import * as z from "zod";
import { defineTool, type Tool, toolError } from "../tool.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

/** How many files one answer names. */
const mostFiles = 200;

const description = `Finds files of the workspace folder by a glob such as "**/*.md" or "docs/**/*.{css,json}". Returns their paths, sorted, at most ${mostFiles}.`;

/** `find_workspace_files`. */
export function findWorkspaceFiles(files: WorkspaceFiles): Tool {
  return defineTool({
    name: "find_workspace_files",
    description,
    input: z.strictObject({ glob: z.string().trim().min(1).max(300) }),
    async run({ glob }, { signal }) {
      const outcome = await files.find(glob, mostFiles, signal);
      if (outcome.kind === "refused") return toolError(outcome.reason, "Not searched");
      const { paths, isCut } = outcome;
      if (paths.length === 0) {
        return { content: `No file fits “${glob}”.`, isError: false, statusText: "Nothing found", summary: glob };
      }
      const rest = isCut ? ["… and more; use a narrower glob."] : [];
      const statusText = paths.length === 1 ? "1 file" : `${isCut ? "More than " : ""}${paths.length} files`;
      return { content: [...paths, ...rest].join("\n"), isError: false, statusText, summary: glob };
    },
  });
}
