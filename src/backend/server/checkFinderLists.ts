import type { FinderParameters } from '../../api/finder.ts';
import { MarketError } from '../../api/marketError.ts';

/** Throws a MarketError of kind `bad-parameter` for contradictory lists in a finder request. */
export function checkFinderLists({
  tokensMint,
  tokensExclude = [],
  tokensAMMS = [],
}: FinderParameters): void {
  const excluded = new Set(tokensExclude);
  const both = tokensMint.find((mint) => excluded.has(mint));
  if (both !== undefined) {
    throw contradiction('tokensExclude', `${both}, which is in tokensMint as well`);
  }
  const limits = new Map<string, string>();
  for (const entry of tokensAMMS) {
    const [amm = '', limit = ''] = entry.split(',');
    if (Number(limits.get(amm) ?? limit) !== Number(limit)) {
      throw contradiction('tokensAMMS', `${amm} with two limits`);
    }
    limits.set(amm, limit);
  }
}

const contradiction = (parameter: string, what: string) =>
  new MarketError('bad-parameter', `${parameter} has ${what}; give one of the two`, { parameter });
