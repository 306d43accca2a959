import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import { JournalFile } from '../../engine/store/journalFile.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import { ensurePrivateDirectory } from '../files/privateFiles.ts';
import { parseJsonLine } from '../protocol/bigintJson.ts';

/** A sent transaction in the journal; its members are not enough to send it again. */
export interface SubmissionRecord {
  readonly signature: string;
  /** SHA-256 of its message, hexadecimal. */
  readonly messageSha256: string;
  readonly submittedAtMilliseconds: number;
}

const retentionDays = 7;
const dayMilliseconds = 86_400_000;
const filePattern = /^sent-(\d{4}-\d{2}-\d{2})\.jsonl$/;

interface Claim extends SubmissionRecord {
  readonly id: string;
  readonly file: string;
}

/**
 * A folder with an append-only file for each day, one write per line. So concurrent runs need no
 * lock, and a crash loses no earlier line. Holds signatures, hashes and times, no transactions.
 */
export class SubmissionJournal {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Oldest first; without refused ones. Throws an Error if a file cannot be read. */
  submissions(): SubmissionRecord[] {
    return this.#claims();
  }

  /**
   * Records a submission before it is sent. Returns a function that revokes it, or `null` if
   * another run has claimed it. Throws an Error.
   */
  async begin(
    { signature, messageSha256 }: Pick<SubmissionRecord, 'signature' | 'messageSha256'>,
    isRepeat: boolean,
  ): Promise<(() => void) | null> {
    await ensurePrivateDirectory(this.#folder);
    this.#deleteOldFiles();
    const id = randomUUID();
    this.#append({ id, signature, messageSha256, submittedAtMilliseconds: this.#now() });
    const refused = (): void => this.#append({ refused: id });
    if (isRepeat) return refused;
    // Each run writes before it reads, so at least one of two runs sees the other. The first one in
    // a file continues; at midnight, runs may use different files, and possibly none continues.
    const same = this.#claims().filter((claim) => claim.signature === signature);
    const [first] = same;
    if (first?.id === id && same.every(({ file }) => file === first.file)) return refused;
    refused();
    return null;
  }

  #claims(): Claim[] {
    const claims = new Map<string, Claim>();
    for (const file of this.#files()) {
      const path = join(this.#folder, file);
      const isWhole = new JournalFile(path).read((line) => {
        const read = parseLine(line);
        if (typeof read === 'string') claims.delete(read);
        else if (read !== null) claims.set(read.id, { ...read, file });
      });
      if (!isWhole) throw new Error(`${path}: ${t('The file is too large')}`);
    }
    return [...claims.values()];
  }

  #files(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => filePattern.test(name))
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  #append(line: object): void {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    const file = new JournalFile(join(this.#folder, `sent-${day}.jsonl`));
    file.append(JSON.stringify(line), { sync: true });
  }

  #deleteOldFiles(): void {
    const oldest = this.#now() - (retentionDays + 1) * dayMilliseconds;
    for (const name of this.#files()) {
      const day = Date.parse(filePattern.exec(name)?.[1] ?? '');
      if (day < oldest) rmSync(join(this.#folder, name), { force: true });
    }
  }
}

/** A submission, the id of a refused one, or `null` for an invalid line. */
function parseLine(line: string): Omit<Claim, 'file'> | string | null {
  const value = parseJsonLine(line);
  if (value === null) return null;
  const { refused, id, signature, messageSha256, submittedAtMilliseconds } = value;
  if (typeof refused === 'string') return refused;
  const isClaim =
    typeof id === 'string' &&
    typeof signature === 'string' &&
    typeof messageSha256 === 'string' &&
    typeof submittedAtMilliseconds === 'number';
  return isClaim ? { id, signature, messageSha256, submittedAtMilliseconds } : null;
}

export function findPreviousSubmissions(
  sent: readonly SubmissionRecord[],
  { signature, messageSha256 }: Pick<TransactionReport, 'signature' | 'messageSha256'>,
  now: number,
): NonNullable<CheckFacts['history']> {
  const age = (isSame: (one: SubmissionRecord) => boolean): number | undefined => {
    const times = sent.filter(isSame).map((one) => one.submittedAtMilliseconds);
    return times.length === 0 ? undefined : now - times.reduce((a, b) => Math.max(a, b));
  };
  const same = age((one) => one.signature === signature);
  const message = age((one) => one.messageSha256 === messageSha256);
  return {
    ...(same === undefined ? {} : { sameSignatureMilliseconds: same }),
    ...(message === undefined ? {} : { sameMessageMilliseconds: message }),
  };
}
