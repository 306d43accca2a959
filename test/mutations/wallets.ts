import type { Mutation } from './mutation.ts';

const wallets = ['test/unit/extension/wallets/wallets.test.ts'];
const panel = ['test/unit/extension/walletPanel/walletPanel.test.ts'];
const page = ['test/unit/webview/wallet/walletModels.test.ts'];

export const walletMutations: readonly Mutation[] = [
  {
    protection: 'A service without a ranking is no failure of the Wallets view',
    file: 'src/extension/shared/walletRankings.ts',
    find: "if (!MarketError.is(error, 'not-offered')) throw error;",
    replace: 'throw error;',
    tests: wallets,
  },
  {
    protection: 'A name that anybody gave a token or program is made fit to be shown',
    file: 'src/extension/walletPanel/walletContent.ts',
    find: 'sanitizeText(symbol, maxNameLength) || shortAddress(mint)',
    replace: 'symbol || shortAddress(mint)',
    tests: panel,
  },
  {
    protection: 'What a connection does not tell of a wallet is unknown, not 0',
    file: 'src/extension/walletPanel/walletContent.ts',
    find: 'tips: null,\n  fees: null,',
    replace: "tips: '0',\n  fees: '0',",
    tests: panel,
  },
  {
    protection: 'An hour that is not indexed is unknown, not 0',
    file: 'src/webview/wallet/walletCharts.ts',
    find: 'if (!isKnown) return null;',
    replace: '',
    tests: page,
  },
  {
    protection: 'Few tips have no percentiles',
    file: 'src/webview/charts/tipBox.ts',
    find: 'if (sample < smallSampleSize) return null;',
    replace: '',
    tests: page,
  },
];
