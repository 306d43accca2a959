import type { Mutation } from './mutation.ts';

const loader = 'src/extension/market/marketLoader.ts';
const loaderTests = ['test/unit/extension/market/marketLoader.test.ts'];
const modelTests = ['test/unit/webview/market/marketModels.test.ts'];

/** What the market's history says of what is not known, and whose figures it shows. */
export const marketMutations: readonly Mutation[] = [
  {
    protection: 'Figures of an interval that is not indexed are unknown in the charts, never 0',
    file: 'src/webview/market/marketChartData.ts',
    find: 'point.coverage === null ? null : read(point)',
    replace: 'read(point)',
    tests: modelTests,
  },
  {
    protection: 'Figures of an interval that is not indexed are empty in the CSV, never 0',
    file: 'src/webview/market/marketCsv.ts',
    find: 'if (point.coverage === null)',
    replace: 'if (false)',
    tests: modelTests,
  },
  {
    protection: 'A percentile of fewer than 30 transactions is marked',
    file: 'src/webview/market/marketChartData.ts',
    find: 'sample > 0 && sample < smallSampleSize',
    replace: 'false',
    tests: modelTests,
  },
  {
    protection: 'No figures of the connection before stay where a service has none',
    file: loader,
    find: "if (error.kind !== 'not-offered') throw error;",
    replace: 'throw error;',
    tests: loaderTests,
  },
  {
    protection: 'A range ends before its last second is that of the next',
    file: loader,
    find: 'to: end - 1',
    replace: 'to: end',
    tests: loaderTests,
  },
  {
    protection: 'The charts stay while the selection moves',
    file: loader,
    find: 'if (!isKept) {',
    replace: 'if (true) {',
    tests: loaderTests,
  },
];
