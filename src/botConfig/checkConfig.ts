import { checkLookupTables } from './checkLookupTables.ts';
import { checkPlaces } from './checkPlaces.ts';
import { checkRepeats } from './checkRepeats.ts';
import { checkSmbV10Groups } from './checkSmbV10Groups.ts';
import { problem } from './configProblems.ts';
import { EditableConfig } from './editableConfig.ts';
import type { BotConfig, ConfigProblem, KnownPool } from './model.ts';
import { defaultTableLimits, type TableLimits } from './tableLimits.ts';

/** NotArb ignores markets that are older. */
export const maxMarketsAgeMilliseconds = 5 * 60_000;

export interface CheckedAgainst {
  /** Unknown pools cause no problem. */
  readonly pools: ReadonlyMap<string, KnownPool>;
  /** Unix milliseconds. */
  readonly nowMilliseconds: number;
  /** As many lookup tables as exports have. */
  readonly tableLimits?: TableLimits | undefined;
}

/**
 * Checks that depend on the pools of a config, and checks for repeats; `parseConfig` checks keys
 * and values. Sorted by position. Arguments by code:
 * - `wrong-program`: program of the pool, program of the list
 * - `unsupported-program`: program of the pool
 * - `foreign-pool`: mints of the pool
 * - `too-many`: what (`groups`, `pools`, `accounts`), count, limit
 * - `v10-groups`: a `V10GroupReason`
 * - `missing-table`: number of missing lookup tables, number of pools that need them
 * - `stale`: age in milliseconds
 *
 * @param config Parsed from the same text.
 */
export function checkConfig(
  text: string,
  config: BotConfig,
  { pools, nowMilliseconds, tableLimits = defaultTableLimits }: CheckedAgainst,
): ConfigProblem[] {
  const file = new EditableConfig(text, config);
  const problems = [
    ...checkPlaces(file, pools),
    ...checkRepeats(file, pools),
    ...checkLookupTables(file, pools, tableLimits),
    ...(config.form === 'smb-v10' ? checkSmbV10Groups(config, pools) : []),
    ...checkAge(config, nowMilliseconds),
  ];
  return problems.sort((one, other) => one.range.start - other.range.start);
}

function checkAge(
  { form, keys, updatedAtMilliseconds }: BotConfig,
  nowMilliseconds: number,
): ConfigProblem[] {
  const key = keys.find(({ path }) => path === 'update_timestamp');
  if (form !== 'notarb-json' || updatedAtMilliseconds === null || key === undefined) return [];
  const age = nowMilliseconds - updatedAtMilliseconds;
  if (age <= maxMarketsAgeMilliseconds) return [];
  // Only a warning: the file may be rewritten before the bot reads it.
  return [problem('stale', key.valueRange ?? key.range, [String(age)], { severity: 'warning' })];
}
