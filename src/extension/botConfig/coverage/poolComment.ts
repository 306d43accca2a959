import type { MissingPool } from '../../../api/arbscope/coverage.ts';
import { formatDuration, formatUsdShort } from '../../../api/format.ts';

/** `BONK–SOL, +$1,736 net in 24 h`. Always in English, as in all files. */
export function poolComment(
  { mints, symbols, adds }: Pick<MissingPool, 'mints' | 'symbols' | 'adds'>,
  windowSeconds: number,
  nameOf: (address: string) => string,
): string {
  const pair = mints.map((mint, at) => symbols[at] || nameOf(mint)).join('–');
  const gain = `+${formatUsdShort(adds.net_gains_usd)} net in ${formatDuration(windowSeconds)}`;
  return pair === '' ? gain : `${pair}, ${gain}`;
}
