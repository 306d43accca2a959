import type { ClickHouseDatabase } from './clickHouseDatabase.ts';
import type { StoreRetention } from './schema.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;

/**
 * What is there for certain, Unix seconds, whole hours; `null`: nothing ever leaves. Some of what is
 * older may still be there, on one server and not on the next, and is not read.
 */
export interface KeptPeriod {
  readonly rowsFromSeconds: number | null;
  /** Of totals by minute, and of blocks. */
  readonly totalsFromSeconds: number | null;
}

/** A rule, and when it was recorded, Unix milliseconds of the server; the oldest first. */
export interface RecordedRetention {
  readonly retention: StoreRetention;
  readonly sinceMs: number;
}

/** By the database's own clock, so that all its readers agree. Throws a MarketError. */
export async function readKeptPeriod(database: ClickHouseDatabase): Promise<KeptPeriod> {
  const rows = await database.query(
    `SELECT value, max(added_ms) AS since, toUnixTimestamp64Milli(now64(3))
     FROM ${database.table('store_info')} WHERE key = 'retention' GROUP BY value ORDER BY since`,
  );
  const recorded = rows.map(([value, sinceMs]) => ({
    retention: JSON.parse(String(value)) as StoreRetention,
    sinceMs: Number(sinceMs),
  }));
  return keptPeriodOf(recorded, Number(rows[0]?.[2] ?? 0));
}

/** Rows that a shorter rule has deleted do not come back with a longer one. */
export function keptPeriodOf(recorded: readonly RecordedRetention[], nowMs: number): KeptPeriod {
  const oldestBy = (days: keyof StoreRetention): number | null => {
    const bounds = recorded.flatMap(({ retention }, at) => {
      const kept = retention[days];
      const untilMs = recorded[at + 1]?.sinceMs ?? nowMs;
      return kept === null ? [] : [untilMs / 1_000 - kept * daySeconds];
    });
    if (bounds.length === 0) return null;
    return Math.max(0, Math.ceil(Math.max(...bounds) / hourSeconds) * hourSeconds);
  };
  return { rowsFromSeconds: oldestBy('rowDays'), totalsFromSeconds: oldestBy('rollupDays') };
}
