/**
 * Replaces the native module that writes VS Code's log files and output channels; it would have to be compiled. Without
 * formatters a message is written as it is, else as a line with time and level. Files aren't rotated: runs are short.
 */
export const spdlogStandIn = `"use strict";
const fs = require("node:fs");
const path = require("node:path");
const names = ["trace", "debug", "info", "warning", "error", "critical"];
class Logger {
  constructor(kind, name, file) { this.file = file; this.level = 2; this.raw = false; fs.mkdirSync(path.dirname(file), { recursive: true }); }
  write(level, message) {
    if (level < this.level || this.file === undefined) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try { fs.appendFileSync(this.file, this.raw ? message : time + " [" + names[level] + "] " + message + "\\n"); } catch {}
  }
  trace(message) { this.write(0, message); }
  debug(message) { this.write(1, message); }
  info(message) { this.write(2, message); }
  warn(message) { this.write(3, message); }
  error(message) { this.write(4, message); }
  critical(message) { this.write(5, message); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.raw = true; }
  flush() {}
  drop() { this.file = undefined; }
}
exports.version = 0;
exports.setLevel = exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async (name, file) => new Logger("rotating", name, file);
`;

/** Does nothing: the process group that the server is started in ends the extension host. */
export const watchdogStandIn = `"use strict";
exports.start = () => {};
`;
