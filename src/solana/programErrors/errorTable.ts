export interface KnownError {
  readonly name: string;
  /** The program's text if it says more than the name; otherwise the name in words. */
  readonly message: string;
}

export type ErrorTable = ReadonlyMap<number, KnownError>;

/** `6022 TooLittleOutputReceived: meaning`; the meaning is optional. */
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

/** `TooLittleOutputReceived` becomes `Too little output received`. */
export function nameInWords(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').split(' ');
  return words
    .map((word, at) => (at === 0 || /^[A-Z]{2}/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
