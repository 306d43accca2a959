import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { transactionTypes } from '../../interface/enumerations.ts';
import type { Store } from './store.ts';

const hourSeconds = 3_600;
/** Blocks of an hour's end may still be replaced, or come late. */
const settledAfterSeconds = 120;
const retryMilliseconds = 60_000;
/** Writing takes seconds: what is this old was left behind by a kill. */
const staleMilliseconds = 3_600_000;
const namePattern = /^arbscope-\d{4}-\d{2}-\d{2}T\d{2}\.parquet(\.\d+\.partial)?$/;

export interface HourFilesOptions {
  readonly store: Pick<Store, 'query' | 'newestTimeSeconds'>;
  /** There already, and named to `Store.open`; it is not made. */
  readonly folder: string;
  /** Hours that began longer before the newest block are no longer whole; `null`: all are. */
  readonly keepSeconds: number | null;
  /** Hears when `trouble` has changed. */
  readonly onTrouble: () => void;
  readonly now?: () => number;
}

/** Name of the file of the hour that begins at `startSeconds` (Unix). */
const hourFileName = (startSeconds: number): string =>
  `arbscope-${new Date(startSeconds * 1_000).toISOString().slice(0, 13)}.parquet`;

/**
 * Writes each closed hour of a store's transactions as Parquet, in the background. A file is
 * written again only by more attempts than it holds, so that a restart changes nothing and an
 * emptier store never replaces a fuller one's files. What fails is told and tried again.
 */
export class HourFiles {
  readonly #options: HourFilesOptions;
  readonly #now: () => number;
  /** Attempts in the file of each hour, as far as is known. */
  readonly #written = new Map<number, number>();
  #closedBefore = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  #trouble = '';
  #isTidy = false;
  #work: Promise<void> | null = null;

  constructor(options: HourFilesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** What is in the way, in words; empty when all is well. */
  get trouble(): string {
    return this.#trouble;
  }

  /** Begins to write when an hour has closed since; call it after a flush. Never throws. */
  check(): void {
    const closedBefore = this.#closing();
    const isRetry = this.#trouble !== '' && this.#now() - this.#triedAt >= retryMilliseconds;
    if (this.#work !== null || (closedBefore <= this.#closedBefore && !isRetry)) return;
    this.#closedBefore = closedBefore;
    this.#triedAt = this.#now();
    this.#work = this.#writeAll(closedBefore)
      .then(() => this.#tell(''))
      .catch((error: unknown) => {
        const words = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
        this.#tell(t('Hours cannot be written to {0}: {1}', this.#options.folder, words));
      })
      .finally(() => {
        this.#work = null;
      });
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Hours that end by then have closed. */
  #closing(): number {
    const newest = this.#options.store.newestTimeSeconds ?? 0;
    return Math.floor((newest - settledAfterSeconds) / hourSeconds) * hourSeconds;
  }

  async #writeAll(closedBefore: number): Promise<void> {
    await this.#removeStale();
    const { store, keepSeconds } = this.#options;
    const whole = keepSeconds === null ? 0 : (store.newestTimeSeconds ?? 0) - keepSeconds;
    const [hours = [], attempts = []] = await store.query(
      `SELECT hour, sum(attempts)::DOUBLE FROM (
         SELECT time - time % ${hourSeconds} AS hour, 1 AS attempts FROM transactions
         UNION ALL SELECT minute - minute % ${hourSeconds}, attempts FROM failures
       ) WHERE hour < $closedBefore AND hour >= $whole GROUP BY hour ORDER BY hour`,
      { closedBefore, whole: Math.max(0, whole) },
    );
    const failures: unknown[] = [];
    for (const [row, value] of hours.entries()) {
      // One file that is in the way must not hold up the others.
      await this.#bringUp(Number(value), Number(attempts[row])).catch((error: unknown) => {
        failures.push(error);
      });
    }
    for (const hour of this.#written.keys()) if (hour < whole) this.#written.delete(hour);
    if (failures.length > 0) throw failures[0];
  }

  async #bringUp(hour: number, attempts: number): Promise<void> {
    if (attempts <= (await this.#countIn(hour))) return;
    await this.#writeHour(hour);
    this.#written.set(hour, attempts);
  }

  /** Attempts in the file that is there; 0 without one. */
  async #countIn(hour: number): Promise<number> {
    const known = this.#written.get(hour);
    if (known !== undefined) return known;
    const file = path.join(this.#options.folder, hourFileName(hour));
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found === null) return 0;
    const [[count] = []] = await this.#options.store.query(
      `SELECT coalesce(sum(attempts), 0)::DOUBLE FROM read_parquet(${quoted(file)})`,
    );
    this.#written.set(hour, Number(count));
    return Number(count);
  }

  /** Written aside and renamed: whoever looks sees the whole hour or none of it. */
  async #writeHour(hour: number): Promise<void> {
    const file = path.join(this.#options.folder, hourFileName(hour));
    const aside = `${file}.${process.pid}.partial`;
    try {
      // Made beforehand, so that it is never open to others.
      await (await open(aside, 'w', 0o600)).close();
      await this.#options.store.query(
        `COPY (${hourSql(hour)}) TO ${quoted(aside)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`,
      );
      await chmod(aside, 0o600);
      const handle = await open(aside, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async #removeStale(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder);
    if (this.#isTidy) return;
    this.#isTidy = true;
    for (const name of names) {
      if (!name.endsWith('.partial') || !namePattern.test(name)) continue;
      const file = path.join(folder, name);
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > staleMilliseconds) await rm(file, { force: true });
    }
  }

  #tell(trouble: string): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onTrouble();
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Names of the types by their number. */
const typeNames = `[${transactionTypes.map(quoted).join(', ')}]`;

/**
 * The attempts of an hour, one a row, and rows that stand for several failures (`attempts`, with
 * their minute and no signature) where these were rolled up. Times are UTC.
 */
const hourSql = (hour: number): string => `
  SELECT signature, slot, position, make_timestamp(rows.time::BIGINT * 1000000) AS time,
         ${typeNames}[type + 1] AS type, is_success = 1 AS is_success, attempts,
         wallets.name AS wallet, bots.name AS bot, providers.name AS provider,
         fee_lamports, tip_lamports, compute_units, bases.name AS base_mint, base_input,
         revenues_usd, profits_usd, net_gains_sol, volume_usd, volume_sol
  FROM (
    SELECT signature, slot, position, time, type, is_success, 1::UINTEGER AS attempts, wallet, bot,
           provider, fee_lamports, tip_lamports, compute_units, base, base_input, revenues_usd,
           profits_usd, net_gains_sol, volume_usd, volume_sol
    FROM transactions WHERE time >= ${hour} AND time < ${hour + hourSeconds}
    UNION ALL
    SELECT NULL, NULL, NULL, minute, ${transactionTypes.indexOf('failed')}, 0, attempts, wallet,
           bot, provider, fee_lamports, 0::UBIGINT, compute_units, 0, 0::UBIGINT, 0, profits_usd, net_gains_sol, 0, 0
    FROM failures WHERE minute >= ${hour} AND minute < ${hour + hourSeconds}
  ) AS rows
  LEFT JOIN names AS wallets ON wallets.id = wallet
  LEFT JOIN names AS bots ON bots.id = bot
  LEFT JOIN names AS providers ON providers.id = provider
  LEFT JOIN names AS bases ON bases.id = base
  ORDER BY rows.time, slot, position`;
