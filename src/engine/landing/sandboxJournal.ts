import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Something that happened on the Sandbox's chain because a user wanted it. */
export type SandboxEvent =
  | {
      readonly kind: 'airdrop';
      readonly second: number;
      readonly address: string;
      readonly lamports: string;
    }
  | {
      readonly kind: 'transaction';
      readonly second: number;
      /** Base64. */
      readonly transaction: string;
    };

const privateFileMode = 0o600;

/** What the Sandbox's chain was told, one line of JSON each, so that a restart makes it again. */
export class SandboxJournal {
  readonly #path: string | null;

  constructor(path: string | null) {
    this.#path = path;
  }

  /** Events since a time, in order; older ones leave the file. */
  read(sinceSecond: number): SandboxEvent[] {
    if (this.#path === null) return [];
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return [];
    }
    const lines = text.split('\n').filter((line) => line !== '');
    const events = lines.flatMap((line) => parseEvent(line) ?? []);
    const kept = events.filter(({ second }) => second >= sinceSecond);
    if (kept.length < lines.length) {
      const left = kept.map((event) => `${JSON.stringify(event)}\n`).join('');
      writeFileSync(this.#path, left, { mode: privateFileMode });
    }
    return kept.sort((first, second) => first.second - second.second);
  }

  add(event: SandboxEvent): void {
    if (this.#path === null) return;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    appendFileSync(this.#path, `${JSON.stringify(event)}\n`, { mode: privateFileMode });
  }
}

/** A line as an event; nothing for a line that was cut off. */
function parseEvent(line: string): SandboxEvent | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('second' in value)) return null;
    const { kind, second } = value as { kind?: unknown; second: unknown };
    if (!Number.isSafeInteger(second)) return null;
    const text = kind === 'airdrop' ? ['address', 'lamports'] : ['transaction'];
    if (kind !== 'airdrop' && kind !== 'transaction') return null;
    if (text.some((name) => typeof Reflect.get(value, name) !== 'string')) return null;
    return value as SandboxEvent;
  } catch {
    return null;
  }
}
