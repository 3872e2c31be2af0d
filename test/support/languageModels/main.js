// Two models that answer from a script and record what they are asked. A test reaches what `activate` returns through the
// control extension. Whatever has no script fails, also when it is asked again.
const vscode = require("vscode");

const models = ["seeing", "blind"].map((id) => ({
  id,
  name: `Scripted ${id}`,
  family: "scripted",
  version: "1",
  maxInputTokens: 100_000,
  maxOutputTokens: 8_000,
  capabilities: { toolCalling: true, imageInput: id === "seeing" },
}));

exports.activate = (context) => {
  const scripts = [];
  const requests = [];
  let cancelled = 0;
  const provider = {
    provideLanguageModelChatInformation: () => models,
    provideTokenCount: (_model, text) => textOf(text).length,
    provideLanguageModelChatResponse: async (model, messages, options, progress, token) => {
      requests.push({
        model: model.id,
        messages: messages.map(({ role, content }) => ({ role, parts: content.map(plain) })),
        tools: (options.tools ?? []).map(({ name }) => name),
      });
      for (const step of scripts.shift() ?? [{ do: "fail", message: "The tin is empty" }]) {
        if (step.do === "text") progress.report(new vscode.LanguageModelTextPart(step.text));
        if (step.do === "call") progress.report(new vscode.LanguageModelToolCallPart(step.id, step.name, step.input));
        if (step.do === "fail") throw vscode.LanguageModelError.Blocked(step.message);
        if (step.do === "hold") await untilCancelled(token);
        if (token.isCancellationRequested) {
          cancelled += 1;
          return;
        }
      }
    },
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("scripted", provider));
  return { scripts, requests, cancelled: () => cancelled };
};

function untilCancelled(token) {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) resolve();
    else token.onCancellationRequested(resolve);
  });
}

function plain(part) {
  if (part instanceof vscode.LanguageModelTextPart) return { text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart)
    return { call: part.callId, name: part.name, input: part.input };
  if (part instanceof vscode.LanguageModelToolResultPart)
    return { result: part.callId, content: part.content.map(plain) };
  if (part instanceof vscode.LanguageModelDataPart) {
    return { image: Buffer.from(part.data).toString("base64"), mimeType: part.mimeType };
  }
  return { unknown: String(part) };
}

function textOf(text) {
  return typeof text === "string" ? text : JSON.stringify(text.content.map(plain));
}
