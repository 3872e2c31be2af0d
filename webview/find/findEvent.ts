/** Asks, from anywhere in the panel, for Find in Conversation. */
export const findEvent = "silverpoint-find";
