import type { Tool } from "../tool.ts";
import { askQuestions } from "./askQuestions.ts";
import { batchDesign } from "./batchDesign.ts";
import type { DesignPort } from "./designPort.ts";
import { extractCompactedToolResult } from "./extractCompactedToolResult.ts";
import { findWorkspaceFiles } from "./findWorkspaceFiles.ts";
import { generateImage } from "./generateImage.ts";
import { getDocument } from "./getDocument.ts";
import { getScreenshot } from "./getScreenshot.ts";
import type { ImageMaker } from "./imageMaker.ts";
import { lintDocument } from "./lintDocument.ts";
import type { LintPort } from "./lintPort.ts";
import { proposeDirections } from "./proposeDirections.ts";
import { proposeLintRule } from "./proposeLintRule.ts";
import { proposeSkill } from "./proposeSkill.ts";
import { readWorkspaceFile } from "./readWorkspaceFile.ts";
import { reportIssue } from "./reportIssue.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

/** What the tools of a package reach. */
export interface ToolPorts {
  readonly design: DesignPort;
  readonly lint: LintPort;
  readonly images: ImageMaker;
  readonly files: WorkspaceFiles;
  /** A tool's result that was put aside to save space; undefined where there is none of the id (CMP-8). */
  readonly reclaimed: (id: string) => Promise<string | undefined>;
}

/**
 * The tools of every turn, always all of them and in this order, in every mode: they are part of the prompt's prefix
 * (BYT-3, TRN-2). A golden test holds what the model is told of them.
 */
export function agentTools({ design, lint, images, files, reclaimed }: ToolPorts): readonly Tool[] {
  return [
    getDocument(design),
    batchDesign(design),
    getScreenshot(design),
    askQuestions(),
    proposeDirections(),
    proposeSkill(),
    proposeLintRule(lint),
    lintDocument(lint),
    reportIssue(),
    generateImage(design, images),
    findWorkspaceFiles(files),
    readWorkspaceFile(files),
    extractCompactedToolResult(reclaimed),
  ];
}
