/**
 * Replaces the server's native logger `@vscode/spdlog`, which is not built: without it, the
 * editor's log files and the output channels that show them stay empty. It is copied over that
 * package's `index.js`, hence CommonJS.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  #file;
  #level = levels.indexOf('info');
  #isPlain = false;

  constructor(_type, _name, file) {
    this.#file = file;
  }

  trace(message) {
    this.#write('trace', message);
  }
  debug(message) {
    this.#write('debug', message);
  }
  info(message) {
    this.#write('info', message);
  }
  warn(message) {
    this.#write('warning', message);
  }
  error(message) {
    this.#write('error', message);
  }
  critical(message) {
    this.#write('critical', message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  /** The editor uses a single pattern, which `#write` implements. */
  setPattern() {}
  clearFormatters() {
    this.#isPlain = true;
  }
  flush() {}
  drop() {}

  #write(level, message) {
    if (levels.indexOf(level) < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.#file, this.#isPlain ? message : `${time} [${level}] ${message}\n`);
    } catch {
      // The session's folder is being deleted.
    }
  }
}

async function createLogger(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('file', name, file);
}

// Separate assignments, so that an ES module can import the names.
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
