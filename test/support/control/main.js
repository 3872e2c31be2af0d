// Listens on 127.0.0.1 only when the environment names a file for its port. Whoever can read that file can run code in
// the extension host, so this extension is never part of the product.
const { renameSync, writeFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { compileFunction } = require("node:vm");
const vscode = require("vscode");

exports.activate = (context) => {
  const portFile = process.env.SILVERPOINT_TEST_CONTROL;
  if (!portFile) return;
  const server = createServer(async (request, response) => {
    const answer = await respond(request).catch((error) => ({ error: describe(error) }));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1", () => {
    // Renamed into place, so that a reader never sees half a number.
    writeFileSync(`${portFile}.part`, String(server.address().port));
    renameSync(`${portFile}.part`, portFile);
  });
  context.subscriptions.push({ dispose: () => server.close() });
};

async function respond(request) {
  // A page in a browser always names its origin in a post, a test never does.
  if (request.method !== "POST" || request.url !== "/evaluate" || request.headers.origin !== undefined) {
    return { error: { message: "Only POST /evaluate is answered.", stack: "" } };
  }
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { body, args } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  // Some compilers wrap functions in a call of __name to keep their names.
  const run = compileFunction(`return (${body})(vscode, args);`, ["vscode", "args", "require", "__name"]);
  const value = await run(vscode, args, require, (inner) => inner);
  // A value that isn't JSON, such as one with a circle, must be reported as an error, not end the server.
  JSON.stringify(value);
  return { value };
}

function describe(error) {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: "" };
}
