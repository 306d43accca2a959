import type { ClickHouseDatabase } from './clickHouseDatabase.ts';
import type { StoreRetention } from './createStatements.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;

/**
 * Since when the data is complete on every server, Unix seconds, rounded to hours; `null` if
 * nothing is deleted. Older data may remain on some servers and is not read.
 */
export interface KeptPeriod {
  readonly rowsFromSeconds: number | null;
  /** For totals by minute and for blocks. */
  readonly totalsFromSeconds: number | null;
}

/** A retention setting and when it was recorded (Unix milliseconds of the server), oldest first. */
export interface RecordedRetention {
  readonly retention: StoreRetention;
  readonly sinceMs: number;
}

/** Uses the database's clock, so that all readers agree. Throws a MarketError. */
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

/** Rows deleted under a shorter retention do not return under a longer one. */
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
