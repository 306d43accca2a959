import type { Mutation } from './mutation.ts';

const folder = 'src/webview/coverage';
const messages = 'src/webview/messages/coverage.ts';
const modelTests = ['test/unit/webview/coverage/coverageModels.test.ts'];
const messageTests = ['test/unit/webview/coverage/coverageMessages.test.ts'];

/** What the coverage page promises of its figures, and of what it lets people do to a file. */
export const coveragePageMutations: readonly Mutation[] = [
  {
    protection: 'The parts of the net gain are all arbitrages, also those without a net gain',
    file: `${folder}/gainShares.ts`,
    find: "total.transactions + (causes.find(({ cause }) => cause === 'no-net-gain')?.transactions ?? 0)",
    replace: 'total.transactions + 0 * causes.length',
    tests: modelTests,
  },
  {
    protection: 'Arbitrages without a net gain take no room in the bar',
    file: `${folder}/gainShares.ts`,
    find: "netGainsUsd: kind === 'no-net-gain' ? null : (figures?.net_gains_usd ?? 0)",
    replace: 'netGainsUsd: Math.abs(figures?.net_gains_usd ?? 0)',
    tests: modelTests,
  },
  {
    protection: 'What is not covered is unknown where a service does not tell the market',
    file: `${folder}/gainShares.ts`,
    find: '...(total === null\n      ? []',
    replace: '...(total === null && lower === null\n      ? []',
    tests: modelTests,
  },
  {
    protection: 'The curve counts each pool on top of those before',
    file: `${folder}/poolCurve.ts`,
    find: 'missing.map(({ covers_usd: usd }) => usd)',
    replace: 'missing.map(({ adds }) => adds.net_gains_usd)',
    tests: modelTests,
  },
  {
    protection: 'The number of pools to add stays between none and all',
    file: `${folder}/poolCurve.ts`,
    find: 'Math.min(most, Math.max(0, moved))',
    replace: 'moved',
    tests: modelTests,
  },
  {
    protection: 'Entries of two configs are compared by their key, not by their place',
    file: `${folder}/gainRows.ts`,
    find: 'const other = others.get(key);',
    replace: 'const other = [...others.values()][at];',
    tests: modelTests,
  },
  {
    protection: 'An entry that this config has no more is still told',
    file: `${folder}/gainRows.ts`,
    find: 'return [...rows.sort(byGain), ...removed];',
    replace: 'return [...rows.sort(byGain), ...removed.slice(removed.length)];',
    tests: modelTests,
  },
  {
    protection: 'Dead entries come last',
    file: `${folder}/gainRows.ts`,
    find: '(b.coveredUsd ?? 0) - (a.coveredUsd ?? 0) || Number(a.isDead) - Number(b.isDead)',
    replace: '(a.coveredUsd ?? 0) - (b.coveredUsd ?? 0)',
    tests: modelTests,
  },
  {
    protection: 'Of settings that cover the same, those with fewer tokens are the best',
    file: `${folder}/exportSettings.ts`,
    find: ' || a.tokens_max - b.tokens_max',
    replace: '',
    tests: modelTests,
  },
  {
    protection: 'No more than 200 combinations of settings are tried',
    file: `${folder}/exportSettings.ts`,
    find: 'countCombinations(axes) > maxSettingsCombinations',
    replace: 'countCombinations(axes) < 0',
    tests: modelTests,
  },
  {
    protection: 'A setting outside of what the service takes is refused in the form',
    file: `${folder}/exportSettings.ts`,
    find: 'values.some((value) => value < least || value > most)',
    replace: 'values.some((value) => value < 0 * least || value < 0 * most)',
    tests: modelTests,
  },
  {
    protection: 'A name that turns the direction of text is written out',
    file: `${folder}/format.ts`,
    find: 'sanitizeText(name) || ',
    replace: 'name || ',
    tests: modelTests,
  },
  {
    protection: 'Figures that a service does not tell are not in the CSV',
    file: `${folder}/coverageCsv.ts`,
    find: "...('covers_usd' in rest ? { covers_usd: rest.covers_usd } : {}),",
    replace: "covers_usd: 'covers_usd' in rest ? rest.covers_usd : 0,",
    tests: modelTests,
  },
  {
    protection: 'A response with more rows than the page shows is dropped',
    file: messages,
    find: 'tokens: is.array(isReplayed, maxReplayRows)',
    replace: 'tokens: is.array(isReplayed, maxPools)',
    tests: modelTests,
  },
  {
    protection: 'A pool with an arbitrage in the window is not removed as dead',
    file: messages,
    find: 'transactions === 0',
    replace: 'transactions < 10',
    tests: messageTests,
  },
  {
    protection: 'No more pools are proposed than the best of them need',
    file: messages,
    find: 'sum >= total * enough',
    replace: 'sum >= total * 2',
    tests: messageTests,
  },
  {
    protection: 'The page cannot ask for another percentile than the service has',
    file: messages,
    find: "    type: is.oneOf('ask'),\n    windowSeconds: is.number,\n    percentile: is.nullable(is.oneOf(...percentiles)),",
    replace:
      "    type: is.oneOf('ask'),\n    windowSeconds: is.number,\n    percentile: is.nullable(is.string(100)),",
    tests: messageTests,
  },
  {
    protection: 'A pool is not dead because a service ranks none of its tokens',
    file: `${folder}/gainRows.ts`,
    find: "isDead: kind === 'report' && pool.transactions === 0,",
    replace: 'isDead: kind.length > 0 && pool.transactions === 0,',
    tests: modelTests,
  },
];
