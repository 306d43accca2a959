import { formatDuration, formatUsd } from '../../api/format.ts';
import type { ServiceBounds } from '../../botConfig/serviceBounds.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import {
  type CoveredFile,
  formNames,
  maxRows,
  plural,
  section,
  table,
  thresholdText,
  unreadableLines,
} from './coverageLines.ts';

export interface BoundsResult {
  readonly file: CoveredFile;
  readonly bounds: ServiceBounds;
  readonly tokens: number;
  readonly windowSeconds: number;
  /** Required covered share of the net gain, in percent. */
  readonly atLeast: number | undefined;
  readonly origin: string;
}

/** As `coverageDocument`, with `bounds` instead of `report`. */
export function boundsDocument({ file, bounds, ...result }: BoundsResult) {
  const { name, config } = file;
  return {
    config: {
      file: name,
      form: config.form,
      entries: config.entries.length,
      groups: config.groups.length,
      pools: bounds.pools.length,
      unreadable: file.unreadable,
    },
    source: result.origin,
    is_simulated: false,
    window_seconds: result.windowSeconds,
    ranked_tokens: result.tokens,
    is_upper_bound: true,
    /** The market's net gains are unknown. */
    covered_percent: null,
    ...(result.atLeast === undefined ? {} : { at_least_percent: result.atLeast, is_met: false }),
    bounds,
  };
}

export function boundsLines({ file, bounds, ...result }: BoundsResult): string[] {
  const { name, config } = file;
  const { covered, missing_pools: missing } = bounds;
  const groups = plural(config.groups.length, 'group', 'groups');
  const pools = plural(bounds.pools.length, 'pool', 'pools');
  return [
    `Coverage of ${name} (${formNames[config.form]}; ${groups}, ${pools})`,
    `Window: the last ${formatDuration(result.windowSeconds)}`,
    `Source: ${result.origin}; its rollups of ${plural(result.tokens, 'token', 'tokens')}`,
    ...unreadableLines(file),
    '',
    `Could have taken: between ${formatUsd(covered.lower.net_gains_usd)} and ${formatUsd(covered.upper.net_gains_usd)} net`,
    'Bounds only: rollups do not say which pools an arbitrage combined. Tips are not assumed.',
    ...(missing.length === 0
      ? []
      : section(
          'Pools that are not in the file; each alone, at most',
          table(
            ['Pool', 'AMM', 'Net gain'],
            missing
              .slice(0, maxRows)
              .map(({ pool, amm, adds }) => [
                pool,
                ammPrograms.get(amm)?.name ?? amm,
                formatUsd(adds.net_gains_usd),
              ]),
          ),
        )),
    ...(result.atLeast === undefined ? [] : ['', thresholdText(null, result.atLeast)]),
  ];
}
