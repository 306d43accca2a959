import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { LandingError } from '../rpc/landingError.ts';
import { rpcErrorCodes } from '../rpc/rpcError.ts';
import { JournalFile } from '../store/journalFile.ts';

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

/** A restart replays the user actions. Failed writes are retried with the next one. */
export class SandboxJournal {
  readonly #file: JournalFile | null;
  readonly #unwritten: SandboxEvent[] = [];
  #isReadable = true;

  constructor(path: string | null, maxBytes?: number) {
    this.#file = path === null ? null : new JournalFile(path, maxBytes);
  }

  /** In order; deletes older ones from the file. Never throws. */
  read(sinceSecond: number): SandboxEvent[] {
    const kept: SandboxEvent[] = [];
    let lines = 0;
    try {
      const isWhole = this.#file?.read((line) => {
        lines += 1;
        const event = parseEvent(line);
        if (event !== null && event.second >= sinceSecond) kept.push(event);
      });
      this.#isReadable = true;
      if (kept.length > 0 && (isWhole === false || kept.length < lines)) {
        this.#file?.replace(kept.map((event) => JSON.stringify(event)));
      }
    } catch {
      this.#isReadable = kept.length > 0;
    }
    return kept.sort((first, second) => first.second - second.second);
  }

  /** Throws a LandingError if the next event could not be written. */
  assertUsable(): void {
    const file = this.#file;
    if (file === null) return;
    try {
      if (!this.#isReadable) this.#isReadable = file.read(() => undefined);
      this.#write();
    } catch (error) {
      const reason = errorMessage(error);
      throw new LandingError(
        rpcErrorCodes.nodeUnhealthy,
        t('Not sent, because the Sandbox cannot write {0}: {1}', file.path, reason),
      );
    }
  }

  add(event: SandboxEvent): void {
    if (this.#file === null) return;
    this.#unwritten.push(event);
    try {
      this.#write();
    } catch {
      // The next call of `assertUsable` retries and reports the error.
    }
  }

  #write(): void {
    if (this.#unwritten.length === 0) return;
    this.#file?.append(this.#unwritten.map((event) => JSON.stringify(event)));
    this.#unwritten.length = 0;
  }
}

/** `null` for a truncated or invalid line. */
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
