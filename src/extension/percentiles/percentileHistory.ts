import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isPercentileResponse,
  maxHistory,
  type PercentileQuery,
  type PercentileResponse,
} from '../../webview/messages/percentiles.ts';

const hourMilliseconds = 3_600_000;
const retentionMilliseconds = 24 * hourMilliseconds;
/** Limit per hour and connection: some thousand responses. */
const maxFileBytes = 4_000_000;
const fileNamePattern = /^(\d{1,12})\.jsonl$/;

/** One file per connection and hour, for 24 hours. Files are only appended to or deleted. */
export class PercentileHistory {
  readonly #folder: string;
  readonly #now: () => number;

  constructor({
    folder,
    now = Date.now,
  }: { readonly folder: string; readonly now?: () => number }) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Rejects on a write error. */
  async add(
    connection: string,
    query: PercentileQuery,
    response: PercentileResponse,
  ): Promise<void> {
    const folder = this.#folderOf(connection);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const hour = Math.floor(response.answeredAtMilliseconds / hourMilliseconds);
    const file = join(folder, `${hour}.jsonl`);
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    const line = `${queryHash(query, response.windowSeconds)} ${JSON.stringify(response)}\n`;
    if (size + line.length > maxFileBytes) return;
    await appendFile(file, line, { mode: 0o600 });
    await this.#deleteExpired(folder);
  }

  /** Oldest first, evenly downsampled to `maxHistory`. */
  async read(
    connection: string,
    query: PercentileQuery,
    windowSeconds: number,
  ): Promise<PercentileResponse[]> {
    const folder = this.#folderOf(connection);
    const from = this.#now() - retentionMilliseconds;
    const start = `${queryHash(query, windowSeconds)} `;
    const lines: string[] = [];
    for (const { file, hour } of await listHourFiles(folder)) {
      if ((hour + 1) * hourMilliseconds <= from) continue;
      const text = await readFile(join(folder, file), 'utf8').catch(() => '');
      for (const line of text.split('\n')) if (line.startsWith(start)) lines.push(line);
    }
    // Drops duplicates: a cached response may be shown again, or in two windows.
    return downsample([...new Set(lines)], maxHistory)
      .flatMap((line) => parseResponseLine(line.slice(start.length)) ?? [])
      .filter(({ answeredAtMilliseconds }) => answeredAtMilliseconds >= from)
      .sort((a, b) => a.answeredAtMilliseconds - b.answeredAtMilliseconds);
  }

  #folderOf(connection: string): string {
    return join(this.#folder, hash(connection));
  }

  async #deleteExpired(folder: string): Promise<void> {
    const from = this.#now() - retentionMilliseconds;
    for (const { file, hour } of await listHourFiles(folder)) {
      if ((hour + 1) * hourMilliseconds <= from) await rm(join(folder, file), { force: true });
    }
  }
}

async function listHourFiles(folder: string): Promise<{ file: string; hour: number }[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .flatMap((file) => {
      const hour = fileNamePattern.exec(file)?.[1];
      return hour === undefined ? [] : [{ file, hour: Number(hour) }];
    })
    .sort((a, b) => a.hour - b.hour);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Hash of a query, independent of the order of its lists; does not reveal wallets. */
function queryHash(query: PercentileQuery, windowSeconds: number): string {
  const { statistic, minimum, maximum } = query;
  const lists = [query.providers.toSorted(), query.wallets.toSorted()];
  return hash(JSON.stringify([statistic, minimum, maximum, ...lists, windowSeconds]));
}

/** Evenly spread, including the newest. */
function downsample<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => items[Math.round(at * step)]).filter(
    (item) => item !== undefined,
  );
}

/** Null for a line truncated by a full disk, or written by another program. */
function parseResponseLine(text: string): PercentileResponse | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPercentileResponse(value) ? value : null;
  } catch {
    return null;
  }
}
