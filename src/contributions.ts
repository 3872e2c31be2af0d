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
  savePackageAs: "silverpoint.savePackageAs",
  toggleKeepConversation: "silverpoint.toggleKeepConversation",
} as const;

export type CommandName = keyof typeof commandIds;

export const settingKeys = {
  keepConversation: "silverpoint.agent.keepConversation",
  model: "silverpoint.agent.model",
  anthropicBaseUrl: "silverpoint.anthropic.baseUrl",
} as const;

/** Set while an editor of a package is the active one. */
export const activeContext = "silverpoint.packageActive";

/** Environment variables that are honoured where the person's own tools honour them. */
export const environment = {
  anthropicKey: "ANTHROPIC_API_KEY",
  anthropicBaseUrl: "ANTHROPIC_BASE_URL",
  /** A name for the server at the base address, shown beside the model. */
  serverLabel: "SILVERPOINT_MODEL_SERVER_LABEL",
} as const;
