/** What the manifest contributes, by name. A test holds manifest and code together, both ways. */

export const viewType = "silverpoint.package";

export const commandIds = {
  newPackage: "silverpoint.newPackage",
  openPackage: "silverpoint.openPackage",
  newConversation: "silverpoint.newConversation",
  stopTurn: "silverpoint.stopTurn",
  setApiKey: "silverpoint.setApiKey",
  selectModel: "silverpoint.selectModel",
  openDocumentAsText: "silverpoint.openDocumentAsText",
  showLog: "silverpoint.showLog",
  focusComposer: "silverpoint.focusComposer",
  findInConversation: "silverpoint.findInConversation",
  retryTurn: "silverpoint.retryTurn",
  reviseMessage: "silverpoint.reviseMessage",
  savePackageAs: "silverpoint.savePackageAs",
  toggleKeepConversation: "silverpoint.toggleKeepConversation",
  copyConversationAsMarkdown: "silverpoint.copyConversationAsMarkdown",
  compactConversation: "silverpoint.compactConversation",
  reclaimToolResults: "silverpoint.reclaimToolResults",
  showHiddenWork: "silverpoint.showHiddenWork",
} as const;

export type CommandName = keyof typeof commandIds;

export const settingKeys = {
  keepConversation: "silverpoint.agent.keepConversation",
  provider: "silverpoint.agent.provider",
  model: "silverpoint.agent.model",
  effort: "silverpoint.agent.effort",
  mode: "silverpoint.agent.mode",
  webSearch: "silverpoint.agent.webSearch",
  sendWith: "silverpoint.agent.sendWith",
  anthropicBaseUrl: "silverpoint.anthropic.baseUrl",
  openaiBaseUrl: "silverpoint.openai.baseUrl",
  openrouterBaseUrl: "silverpoint.openrouter.baseUrl",
  openaiCompatibleBaseUrl: "silverpoint.openaiCompatible.baseUrl",
  claudeCodePath: "silverpoint.claudeCode.path",
  codexPath: "silverpoint.codex.path",
  startCliEarly: "silverpoint.agent.startCliEarly",
} as const;

/** What menus, keys and the palette go by. */
export const contextKeys = {
  /** An editor of a package is the active one. */
  packageActive: "silverpoint.packageActive",
  /** A turn runs in it. */
  turnRunning: "silverpoint.turnRunning",
  /** There is something in its conversation. */
  hasConversation: "silverpoint.hasConversation",
  /** The last turn of it can be taken back. */
  canRetry: "silverpoint.canRetry",
  /** A turn runs in a package that nobody looks at. */
  hiddenWork: "silverpoint.hiddenWork",
} as const;

/** Environment variables that are honoured where the person's own tools honour them. */
export const environment = {
  anthropicKey: "ANTHROPIC_API_KEY",
  anthropicBaseUrl: "ANTHROPIC_BASE_URL",
  openaiKey: "OPENAI_API_KEY",
  openaiBaseUrl: "OPENAI_BASE_URL",
  openrouterKey: "OPENROUTER_API_KEY",
  /** A name for the server at the base address, shown beside the model. */
  serverLabel: "SILVERPOINT_MODEL_SERVER_LABEL",
} as const;
