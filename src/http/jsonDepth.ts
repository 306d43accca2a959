const quote = 0x22;
const backslash = 0x5c;

/** Far deeper than any answer; whoever walks an answer by recursion is safe below it. */
const maxJsonDepth = 64;

/** Whether JSON text is nested deeper than an answer can be. `bytes` are UTF-8. */
export function isJsonTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      at = stringEnd(bytes, at);
      continue;
    }
    if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxJsonDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    at += 1;
  }
  return false;
}

/** Index behind the text that begins at `start`. */
function stringEnd(bytes: Buffer, start: number): number {
  let close = start;
  while (true) {
    close = bytes.indexOf(quote, close + 1);
    if (close === -1) return bytes.length;
    let slashes = 0;
    while (bytes[close - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
}
