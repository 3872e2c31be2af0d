export { createChatModel, createResponsesModel } from "./chatModels.ts";
export { createImageMaker } from "./imageMaker.ts";
