import type { Mutation } from './mutation.ts';

const operations = 'src/engine/operations/arbscope';
const tests = 'test/unit/engine/operations/arbscope';
const gridTests = [`${tests}/settingsGrid.test.ts`];
const replayTests = [`${tests}/replay.test.ts`];
const rankings = `${operations}/slidingRankings.ts`;
const grid = `${operations}/settingsGrid.ts`;
const figures = `${operations}/replayedFigures.ts`;
const operation = `${operations}/replay.ts`;

export const replayMutations: readonly Mutation[] = [
  {
    protection: 'An export ranks what came before it, not what it is to cover',
    file: rankings,
    find: 'if (time >= before) break;',
    replace: 'if (time > before) break;',
    tests: gridTests,
  },
  {
    protection: 'What has left the ranking window is ranked no more',
    file: rankings,
    find: 'this.#change((tokens.values[at] ?? 0) * windows + window, -units, -1);',
    replace: 'this.#change((tokens.values[at] ?? 0) * windows + window, 0, 0);',
    tests: gridTests,
  },
  {
    protection: 'A pool that was credited before the ranking window is not listed',
    file: rankings,
    find: 'if (age > (rangesSeconds[window] ?? 0)) break;',
    replace: '',
    tests: gridTests,
  },
  {
    protection: 'All pools of the route are in the group, not some',
    file: rankings,
    find: 'if (time < oldest) oldest = time;',
    replace: 'oldest = time;',
    tests: gridTests,
  },
  {
    protection: 'Tokens whose gains lie close together are ranked exactly',
    file: rankings,
    find: 'if (bucket === last && this.#isAhead(slot, level, this.#room[at] ?? 0)) break;',
    replace: 'if (bucket === last) break;',
    tests: gridTests,
  },
  {
    protection: 'Of tokens with the same gains the finder’s order decides',
    file: rankings,
    find: ' || (otherUnits === units && other < slot)',
    replace: '',
    tests: gridTests,
  },
  {
    protection: 'Tokens with too few transactions take nobody’s place in the list',
    file: rankings,
    find: 'if ((this.#level[other] ?? 0) <= level) continue;',
    replace: '',
    tests: gridTests,
  },
  {
    protection: 'Tokens with too few transactions are not listed',
    file: rankings,
    find: 'transactions >= (minTransactions[level] ?? 0)',
    replace: 'transactions > 0',
    tests: gridTests,
  },
  {
    protection: 'A pool that could not be told is in no export',
    file: `${operations}/exportedRoutes.ts`,
    find: '      if (pool === 0) continue;\n',
    replace: '',
    tests: gridTests,
  },
  {
    protection: 'Arbitrages without a net gain are not covered',
    file: grid,
    find: '        if (!(netGain > 0)) continue;\n',
    replace: '',
    tests: gridTests,
  },
  {
    protection: 'An export holds until the next one, and not beyond',
    file: grid,
    find: 'const until = moment + refresh.seconds;',
    replace: 'const until = moment + refresh.seconds + 1;',
    tests: gridTests,
  },
  {
    protection: 'What a shorter list covers, a longer one covers',
    file: grid,
    find: 'sum.transactions += this.#sums[at] ?? 0;',
    replace: 'sum.transactions = this.#sums[at] ?? 0;',
    tests: gridTests,
  },
  {
    protection: 'The settings that cover most come first',
    file: grid,
    find: 'other.net_gains_usd - one.net_gains_usd',
    replace: '0',
    tests: replayTests,
  },
  {
    protection: 'A long computation stops when nobody waits for it',
    file: `${operations}/inSlices.ts`,
    find: '    await yieldIfDue();\n',
    replace: '    if (performance.now() < 0) await yieldIfDue();\n',
    tests: gridTests,
  },
  {
    protection: 'The first exports of a window rank what came before it',
    file: operation,
    find: 'await arbitrages.within({ ...window, fromSeconds }, options)',
    replace:
      'await arbitrages.within(fromSeconds < 0 ? { ...window, fromSeconds } : window, options)',
    tests: replayTests,
  },
  {
    protection: 'Settings of base tokens rank and cover routes of these alone',
    file: operation,
    find: 'boolean => baseMints.has(base[row] ?? 0);',
    replace: 'boolean => row >= 0 || baseMints.has(base[row] ?? 0);',
    tests: replayTests,
  },
  {
    protection: 'More combinations than are computed in seconds are refused',
    file: operation,
    find: 'if (combinations > maxSettingsCombinations)',
    replace: 'if (combinations > 1e9)',
    tests: replayTests,
  },
  {
    protection: 'A replay has no more points than a chart can show',
    file: operation,
    find: '  checkPoints(window, interval);\n',
    replace: '',
    tests: replayTests,
  },
  {
    protection: 'A config that trades from SOL covers no route in USDC, hour by hour',
    file: figures,
    find: '      if (config.baseMints !== null && !config.baseMints.has(base[row] ?? 0)) continue;\n',
    replace: '',
    tests: replayTests,
  },
  {
    protection: 'An AMM that a route passes twice is credited once',
    file: figures,
    find: 'const keys = new Set(places.map(keyOf));\n    keys.delete(0);',
    replace: 'const keys = places.map(keyOf);',
    tests: replayTests,
  },
  {
    protection: 'Points add up to the totals: a loss is in neither',
    file: figures,
    find: '    if (!(netGain > 0)) continue;\n',
    replace: '',
    tests: replayTests,
  },
];
