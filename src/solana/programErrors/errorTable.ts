/** An error as its program names it. */
export interface KnownError {
  readonly name: string;
  /** The program's words where they say more than the name; otherwise the name, in words. */
  readonly message: string;
}

export type ErrorTable = ReadonlyMap<number, KnownError>;

/** One error in a line: `6022 TooLittleOutputReceived: what it means`, the meaning may be missing. */
const errorLine = /^(\d+) (\w+)(?:: (.+))?$/;

export function parseErrorTable(text: string): ErrorTable {
  const table = new Map<number, KnownError>();
  for (const line of text.split('\n')) {
    const [, code, name, message] = errorLine.exec(line.trim()) ?? [];
    if (code === undefined || name === undefined) continue;
    table.set(Number(code), { name, message: message ?? nameInWords(name) });
  }
  return table;
}

/** `TooLittleOutputReceived` as `Too little output received`. */
export function nameInWords(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').split(' ');
  return words
    .map((word, at) => (at === 0 || /^[A-Z]{2}/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
