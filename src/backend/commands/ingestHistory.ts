import type { FilledDay } from '../../engine/filling/historyFiller.ts';
import type { ClickHouseTarget } from '../../engine/store/clickhouse/database/clickHouseUrl.ts';
import type { SourceConfig } from '../engines/sourceConfig.ts';
import { type CommandContext, terminalLines, UsageError, writeLine } from './commandLine.ts';
import { type FilledHistory, fillHistory } from './fillHistory.ts';
import { sourceNameOf } from './sourceArguments.ts';

const daySeconds = 86_400;
const daysMaximum = 366;
const progressMilliseconds = 10_000;

/** Start of each day, UTC, in Unix seconds; both ends included. Throws a UsageError. */
export function parseDays(
  from: string | undefined,
  to: string | undefined,
  nowMilliseconds: number,
): number[] {
  if (from === undefined) throw new UsageError('--to goes with --from');
  const first = parseDay('--from', from);
  const last = to === undefined ? first : parseDay('--to', to);
  if (last < first) throw new UsageError('--to must not be before --from');
  if (last * 1_000 > nowMilliseconds) {
    throw new UsageError(`${to === undefined ? '--from' : '--to'} must not be in the future`);
  }
  const count = (last - first) / daySeconds + 1;
  if (count > daysMaximum) {
    throw new UsageError(`--from and --to must be at most ${daysMaximum} days, not ${count}`);
  }
  return Array.from({ length: count }, (_, index) => first + index * daySeconds);
}

function parseDay(option: string, text: string): number {
  const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // Date.parse accepts the 31st of any month.
  if (Number.isNaN(milliseconds) || dayName(milliseconds / 1_000) !== text) {
    throw new UsageError(`${option} must be a day such as 2026-11-01 (UTC)`);
  }
  return milliseconds / 1_000;
}

const dayName = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
const timeName = (seconds: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;

interface IngestHistoryOptions {
  readonly source: SourceConfig;
  readonly store: ClickHouseTarget;
  readonly days: readonly number[];
}

/** Exit code 0 if all days are complete. */
export async function ingestHistory(
  { source, store, days }: IngestHistoryOptions,
  { stdout, stderr, signal }: CommandContext,
): Promise<number> {
  if (source.kind !== 'rpc') throw new UsageError('--from requires --source rpc or geyser');
  const log = (line: string): void => {
    stderr.write(terminalLines(`status: ${line}`));
  };
  const range = rangeName(days);
  await writeLine(
    stdout,
    `Arbscope fills ${range} (UTC) from ${sourceNameOf(source)} into ${store.label}`,
  );
  let due = 0;
  let written = 0;
  let filled: FilledHistory;
  try {
    filled = await fillHistory(source, store, {
      ...{ days, signal },
      onProgress: (progress) => {
        ({ written } = progress);
        if (performance.now() < due) return;
        due = performance.now() + progressMilliseconds;
        log(
          `${dayName(progress.daySeconds)}, ${progress.left} slots left, ${written} blocks written`,
        );
      },
      onRetry: (message) => log(`${message}. Retrying.`),
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    await writeLine(stdout, `${range} is not complete. The same command goes on.`);
    return 1;
  }
  const incomplete = filled.days.flatMap(describeMissing);
  await writeLine(
    stdout,
    `${range}: wrote ${filled.written} blocks with ${filled.arbitrages} arbitrage transactions; ` +
      (incomplete.length === 0 ? 'all blocks are there' : 'blocks are missing:'),
    ...incomplete,
  );
  return incomplete.length === 0 ? 0 : 1;
}

function rangeName(days: readonly number[]): string {
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  return first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`;
}

function describeMissing(filled: FilledDay): string[] {
  const { nodeBeginsSeconds, missing } = filled;
  const day = dayName(filled.daySeconds);
  const lines: string[] = [];
  if (nodeBeginsSeconds !== null) {
    lines.push(`${day}: the node has no blocks before ${timeName(nodeBeginsSeconds)}`);
  }
  const [first] = missing;
  if (first !== undefined) {
    const count = missing.length === 1 ? '1 block' : `${missing.length} blocks`;
    lines.push(
      `${day}: the node does not give ${count}, the first in slot ${first.slot}: ${first.reason}`,
    );
  }
  return lines;
}
