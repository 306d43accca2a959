/**
 * All contributions of the extension by id. Plain data and types without `vscode`, so that a test
 * can compare it with `package.json`. Exhaustive objects make a missing id a compile error;
 * `commandsAndSettings.ts` binds the ids to their types.
 */
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { Connection, ConnectionPhase } from './connections.ts';
import type { ExplorerId } from './explorerUrl.ts';

/** Every command with its arguments and result. */
export interface Commands {
  /** Requests the market again. */
  'arbscope.refreshFinder': () => void;
  /** Lists transactions to open: recent, the market's newest, recorded. Argument: a signature. */
  'arbscope.lookUpTransaction': (signature?: unknown) => Promise<void>;
  /**
   * Looks up an address or signature: the argument, the selection, the word at the cursor, or what
   * you enter.
   */
  'arbscope.lookUp': (text?: unknown) => Promise<void>;
  /** Copies an address or signature. */
  'arbscope.copyAddress': (text?: unknown) => Promise<void>;
  /** Looks up an address or signature over the connection, then shows the hover again. */
  'arbscope.askService': (text?: unknown) => Promise<void>;
  /**
   * Opens the parts of a serialized transaction as JSON: the argument, or the one at the cursor.
   */
  'arbscope.inspectTransaction': (text?: unknown) => Promise<void>;
  /** Opens the percentile charts. Argument: a row, or the name of a chart. */
  'arbscope.openPercentiles': (what?: unknown) => void;
  /** Opens the history of the market. Argument: a row, a mint, or `{ kind, value }`. */
  'arbscope.openMarket': (what?: unknown) => void;
  /** Opens the panel of a token. Argument: a row or a mint. */
  'arbscope.openToken': (what?: unknown) => Promise<void>;
  /** Starts the backend again. */
  'arbscope.reconnect': () => Promise<void>;
  /** Requests the data of the panel in front again. */
  'arbscope.refreshPanel': () => void;
  /**
   * Checks signed transactions and sends them after a confirmation: the argument (text, bytes, a
   * file's Uri), the selection, the word at the cursor, the file, the clipboard, or what you
   * enter. Returns the result of each; the input of a task gets the signatures as text.
   */
  'arbscope.landTransaction': (
    given?: unknown,
  ) => Promise<
    readonly { readonly signature: string; readonly state: string }[] | string | undefined
  >;
  /**
   * Simulates transactions, signed or not, and shows what they would do; nothing is sent. The input
   * is found as by Land Signed Transaction.
   */
  'arbscope.simulateTransaction': (given?: unknown) => Promise<void>;
  /** Writes a key file outside the workspace and funds its wallet on the Sandbox. */
  'arbscope.newSandboxWallet': () => Promise<
    { readonly address: string; readonly path: string } | undefined
  >;
  /**
   * Signs a transfer with a tip or an arbitrage from a Sandbox wallet, opens it as a file, and
   * previews its landing.
   */
  'arbscope.landExample': () => Promise<void>;
  /** Copies a recent blockhash of the Sandbox or node, to sign with. */
  'arbscope.copyBlockhash': () => Promise<string | undefined>;
  /** Saves the landings as CSV. */
  'arbscope.exportLandings': () => Promise<void>;
  /** Removes completed landings from the list, after a confirmation. */
  'arbscope.clearLandings': () => Promise<void>;
  /** Shows the log of the extension and the backend. */
  'arbscope.showLog': () => void;
  /** Uses another connection in this window. Argument: its name. */
  'arbscope.switchConnection': (name?: unknown) => Promise<void>;
  /** Adds a service or node step by step, and uses it. */
  'arbscope.addConnection': () => Promise<void>;
  /** Changes a connection. */
  'arbscope.editConnection': (name?: unknown) => Promise<void>;
  /** Removes a connection and its secrets, after a confirmation. */
  'arbscope.removeConnection': (name?: unknown) => Promise<void>;
  /** Sets the API key or RPC URL of a connection. */
  'arbscope.setKey': (name?: unknown) => Promise<void>;
  /** Deletes the API key or RPC URL of a connection. */
  'arbscope.removeKey': (name?: unknown) => Promise<void>;
  /** Tests a connection, opens a report, and offers to save what worked. */
  'arbscope.testConnection': (name?: unknown) => Promise<void>;
  /** Opens VS Code's page about the trust in this workspace. */
  'arbscope.manageTrust': () => Promise<void>;
  /** Opens the walkthrough. */
  'arbscope.getStarted': () => Promise<void>;
  /** Writes what the Finder shows. Argument: `{ format, to }`. */
  'arbscope.exportFinder': (choice?: unknown) => Promise<void>;
  /** Inserts the Finder's mints or pools at the cursor. Argument: `'mints'` or `'pools'`. */
  'arbscope.insertFinderList': (kind?: unknown) => Promise<void>;
  /** Lists the files that are updated after each refresh of the Finder. */
  'arbscope.keptExports': () => Promise<void>;
  /** Lists the filters of the Finder. Argument: the name of a filter, or a row. */
  'arbscope.filterFinder': (what?: unknown) => Promise<void>;
  /** Goes back to the filters of the settings. */
  'arbscope.clearFinderFilters': () => Promise<void>;
  /** Applies, saves, renames or deletes presets of filters. */
  'arbscope.finderPresets': () => Promise<void>;
  /** Chooses the figure that sorts the tokens. */
  'arbscope.sortFinder': () => Promise<void>;
  /** Sets how often the Finder refreshes automatically. */
  'arbscope.refreshFinderEvery': () => Promise<void>;
  /** Pins a token to the top. */
  'arbscope.pinToken': (row?: unknown) => Promise<void>;
  /** Unpins a token. */
  'arbscope.unpinToken': (row?: unknown) => Promise<void>;
  /** Excludes the selected tokens from the ranking. */
  'arbscope.excludeToken': (row?: unknown, rows?: unknown) => Promise<void>;
  /** Copies the mints of the selected tokens, or of all, one per line. */
  'arbscope.copyMints': (row?: unknown, rows?: unknown) => Promise<void>;
  /** Opens an address or a transaction in your block explorer. */
  'arbscope.openInExplorer': (row?: unknown) => Promise<void>;
  /** Requests the newest arbitrages again. */
  'arbscope.refreshLive': () => void;
  /** Freezes the rows of Live; new arbitrages wait. */
  'arbscope.pauseLive': () => void;
  /** Shows the arbitrages that waited, and new ones as they arrive. */
  'arbscope.resumeLive': () => void;
  /** Lists the filters of Live. */
  'arbscope.filterLive': () => Promise<void>;
  /** Shows all arbitrages. */
  'arbscope.clearLiveFilters': () => Promise<void>;
  /**
   * Shows arbitrages in Live. Argument: a row, an address, or `{ tokens: [mint] }` (also bases,
   * amms, pools, wallets, bots, providers).
   */
  'arbscope.showArbitrages': (scope?: unknown) => Promise<void>;
  /** Adds older arbitrages below the last. */
  'arbscope.showOlderArbitrages': () => Promise<void>;
  /** Requests the figures of the tracked wallets again. */
  'arbscope.refreshWallets': () => void;
  /** Tracks a wallet: the argument, the selection, the clipboard, a leader, or what you enter. */
  'arbscope.trackWallet': (address?: unknown) => Promise<void>;
  /** Tracks the leader of a row of the Wallets view. */
  'arbscope.trackLeader': (row?: unknown) => Promise<void>;
  /** Opens the panel of a wallet. Argument: a row, an address, or `{ wallets: [address, …] }`. */
  'arbscope.openWallet': (what?: unknown) => Promise<void>;
  /** Renames a tracked wallet. */
  'arbscope.renameWallet': (row?: unknown) => Promise<void>;
  /** Removes wallets from the list, after a confirmation. */
  'arbscope.removeWallet': (row?: unknown, rows?: unknown) => Promise<void>;
  /** Moves a tracked wallet up by one. */
  'arbscope.moveWalletUp': (row?: unknown) => Promise<void>;
  /** Moves a tracked wallet down by one. */
  'arbscope.moveWalletDown': (row?: unknown) => Promise<void>;
  /** Requests the last transactions of one wallet without the others of its group. */
  'arbscope.listWallet': (wallet?: unknown) => void;
  /** Chooses the provider of the figures, or the outcome of the transactions. */
  'arbscope.filterWallets': () => Promise<void>;
  /** Shows all providers and outcomes. */
  'arbscope.clearWalletFilters': () => Promise<void>;
  /** Opens two to four wallets on one page: those selected, all, or those that you pick. */
  'arbscope.compareWallets': (row?: unknown, rows?: unknown) => Promise<void>;
  /** Saves the selected wallets, or all, as CSV. */
  'arbscope.exportWallets': (row?: unknown, rows?: unknown) => Promise<void>;
  /** Opens the groups of pools that a wallet tried, as a bot config. Argument: a row or an address. */
  'arbscope.rebuildConfig': (wallet?: unknown) => Promise<void>;
  /** Loads or reloads the pools. */
  'arbscope.refreshMarketCache': () => void;
  /** Stops loading and shows the earlier pools. */
  'arbscope.stopLoadingPools': () => void;
  /** Finds a pool by address or symbols, and shows it. */
  'arbscope.searchPools': () => Promise<void>;
  /** Shows only the pools of the tokens that you enter. */
  'arbscope.filterPools': () => Promise<void>;
  /** Shows the pools of a token in the Market Cache. Argument: a row or a mint. */
  'arbscope.showPools': (what?: unknown) => Promise<void>;
  /** Shows a pool in the Market Cache. Argument: a row or an address. */
  'arbscope.revealPool': (pool?: unknown) => Promise<void>;
  /** Shows the pools of all tokens. */
  'arbscope.clearPoolFilter': () => Promise<void>;
  /** Shows only the pools of the aggregator's cache. */
  'arbscope.showAggregatorPools': () => Promise<void>;
  /** Shows the pools outside the aggregator's cache too. */
  'arbscope.showEveryPool': () => Promise<void>;
  /** Copies the accounts of a swap on a pool as source. */
  'arbscope.copyPoolAccounts': (pool?: unknown, format?: unknown) => Promise<void>;
  /** Inserts the accounts of a swap on a pool at the cursor. */
  'arbscope.insertPoolAccounts': (pool?: unknown) => Promise<void>;
  /** Opens the coverage of a bot config. Argument: its Uri; default: the active file. */
  'arbscope.showCoverage': (config?: unknown) => Promise<void>;
  /** Adds the best missing pools of a config in a diff. Argument: its Uri, or `{ uri, count }`. */
  'arbscope.addMissingPools': (config?: unknown) => Promise<void>;
  /**
   * Removes a config's pools without arbitrage in a diff. Argument: its Uri, or `{ uri, entry }`.
   */
  'arbscope.removeDeadPools': (config?: unknown) => Promise<void>;
  /** Merges groups of a config in a diff. Argument: its Uri. */
  'arbscope.mergeGroups': (config?: unknown) => Promise<void>;
  /** Applies the changes in a diff of a config. Argument: the Uri of its changed side. */
  'arbscope.applyConfigChanges': (uri?: unknown) => Promise<void>;
  /** Closes the diff of a config without applying it. */
  'arbscope.discardConfigChanges': (uri?: unknown) => Promise<void>;
}
export type CommandId = keyof Commands;

/** Features that are loaded in the background (`lazyFeature.ts`). */
export type LazyFeatureName =
  | 'addresses'
  | 'botConfig'
  | 'coverage'
  | 'exports'
  | 'finder'
  | 'finderCommands'
  | 'landing'
  | 'live'
  | 'lookUp'
  | 'market'
  | 'marketCache'
  | 'percentiles'
  | 'simulate'
  | 'token'
  | 'transactions'
  | 'walletPanel'
  | 'wallets';

/** Every command; true, or the lazy feature that runs it. */
export const commandIds: Readonly<Record<CommandId, true | LazyFeatureName>> = {
  'arbscope.refreshFinder': 'finder',
  'arbscope.lookUpTransaction': 'lookUp',
  'arbscope.lookUp': 'addresses',
  'arbscope.copyAddress': 'addresses',
  'arbscope.askService': 'addresses',
  'arbscope.inspectTransaction': 'addresses',
  'arbscope.openPercentiles': 'percentiles',
  'arbscope.openMarket': 'market',
  'arbscope.openToken': 'token',
  'arbscope.reconnect': true,
  'arbscope.refreshPanel': true,
  'arbscope.landTransaction': 'landing',
  'arbscope.simulateTransaction': 'simulate',
  'arbscope.newSandboxWallet': 'landing',
  'arbscope.landExample': 'landing',
  'arbscope.copyBlockhash': 'landing',
  'arbscope.exportLandings': 'landing',
  'arbscope.clearLandings': 'landing',
  'arbscope.showLog': true,
  'arbscope.switchConnection': true,
  'arbscope.addConnection': true,
  'arbscope.editConnection': true,
  'arbscope.removeConnection': true,
  'arbscope.setKey': true,
  'arbscope.removeKey': true,
  'arbscope.testConnection': true,
  'arbscope.manageTrust': true,
  'arbscope.getStarted': true,
  'arbscope.exportFinder': 'exports',
  'arbscope.insertFinderList': 'exports',
  'arbscope.keptExports': 'exports',
  'arbscope.filterFinder': 'finderCommands',
  'arbscope.clearFinderFilters': 'finderCommands',
  'arbscope.finderPresets': 'finderCommands',
  'arbscope.sortFinder': 'finderCommands',
  'arbscope.refreshFinderEvery': 'finderCommands',
  'arbscope.pinToken': 'finderCommands',
  'arbscope.unpinToken': 'finderCommands',
  'arbscope.excludeToken': 'finderCommands',
  'arbscope.copyMints': 'finderCommands',
  'arbscope.openInExplorer': 'finderCommands',
  'arbscope.refreshLive': 'live',
  'arbscope.pauseLive': 'live',
  'arbscope.resumeLive': 'live',
  'arbscope.filterLive': 'live',
  'arbscope.clearLiveFilters': 'live',
  'arbscope.showArbitrages': 'live',
  'arbscope.showOlderArbitrages': 'live',
  'arbscope.refreshWallets': 'wallets',
  'arbscope.trackWallet': 'wallets',
  'arbscope.trackLeader': 'wallets',
  'arbscope.openWallet': 'walletPanel',
  'arbscope.renameWallet': 'wallets',
  'arbscope.removeWallet': 'wallets',
  'arbscope.moveWalletUp': 'wallets',
  'arbscope.moveWalletDown': 'wallets',
  'arbscope.listWallet': 'wallets',
  'arbscope.filterWallets': 'wallets',
  'arbscope.clearWalletFilters': 'wallets',
  'arbscope.compareWallets': 'wallets',
  'arbscope.exportWallets': 'wallets',
  'arbscope.rebuildConfig': 'exports',
  'arbscope.refreshMarketCache': 'marketCache',
  'arbscope.stopLoadingPools': 'marketCache',
  'arbscope.searchPools': 'marketCache',
  'arbscope.filterPools': 'marketCache',
  'arbscope.showPools': 'marketCache',
  'arbscope.revealPool': 'marketCache',
  'arbscope.clearPoolFilter': 'marketCache',
  'arbscope.showAggregatorPools': 'marketCache',
  'arbscope.showEveryPool': 'marketCache',
  'arbscope.copyPoolAccounts': 'marketCache',
  'arbscope.insertPoolAccounts': 'marketCache',
  'arbscope.showCoverage': 'coverage',
  'arbscope.addMissingPools': 'coverage',
  'arbscope.removeDeadPools': 'coverage',
  'arbscope.mergeGroups': 'coverage',
  'arbscope.applyConfigChanges': 'coverage',
  'arbscope.discardConfigChanges': 'coverage',
};

/** Every setting with its type. None contains a secret; network targets are machine-scoped. */
export interface Settings {
  /** The user's connections, parsed by `backend/connectionEntries.ts`. */
  'arbscope.connections': readonly unknown[];
  'arbscope.finder.baseTokens': readonly string[];
  'arbscope.finder.maximumTokens': number;
  'arbscope.finder.rankingSeconds': number;
  'arbscope.finder.thresholdSeconds': number;
  'arbscope.finder.percentileSeconds': number;
  /** Net gains that the verdict requires; null: no threshold. */
  'arbscope.finder.thresholdProfitsUsd': number | null;
  'arbscope.finder.thresholdRevenuesUsd': number | null;
  'arbscope.finder.thresholdTransactions': number | null;
  /** Percentile of the fees, 0 to 99. */
  'arbscope.finder.feePercentile': number;
  /** Percentile of the tips, 0 to 99. */
  'arbscope.finder.tipPercentile': number;
  /**
   * Refresh interval of the visible view; 0: manual refresh only; null: the default of the
   * connection's kind (`finderRefreshSeconds`).
   */
  'arbscope.finder.refreshSeconds': number | null;
  'arbscope.finder.notifyOnVerdict': boolean;
  'arbscope.explorer': ExplorerId;
  /** Whether hovers query the service automatically, on a click, or never. */
  'arbscope.hover.network': 'automatic' | 'onDemand' | 'off';
  'arbscope.documentLinks.enabled': boolean;
  'arbscope.diagnostics.enabled': boolean;
  'arbscope.inlayHints.enabled': boolean;
  'arbscope.codeLens.enabled': boolean;
  /** Whether token pictures are fetched without a click; never in an untrusted workspace. */
  'arbscope.token.showPictures': boolean;
  /** Whether bot configs get no pools while arbitrage is not recommended. */
  'arbscope.export.obeyVerdict': boolean;
  'arbscope.export.processDelayMilliseconds': number;
  'arbscope.export.lookupTablesPerToken': number;
  'arbscope.export.lookupTablesPerFile': number;
  /** Values of NotArb's dynamic attributes by their key; only the user's value counts. */
  'arbscope.export.notArbAttributes': Readonly<Record<string, unknown>>;
  /** Whether landing on the Sandbox needs a confirmation; only the user's value counts. */
  'arbscope.landing.confirmSandbox': boolean;
  /** The chain that transactions are meant for; only the user's value counts. */
  'arbscope.landing.cluster': 'automatic' | 'mainnet-beta' | 'devnet' | 'testnet' | 'any';
  /**
   * Extra options sent with the transaction to the service or node; only the user's value counts.
   */
  'arbscope.landing.options': Readonly<Record<string, unknown>>;
  /** Warnings about trades in the landing preview; only the user's values count. */
  'arbscope.landing.warnNetGainNegative': boolean;
  /** Percent of the gross gain; null: no warning. */
  'arbscope.landing.maxTipShare': number | null;
  /** Null: no warning. */
  'arbscope.landing.maxSimulationAgeSeconds': number | null;
  /** Margin on top of the compute units used by the simulation, in percent. */
  'arbscope.simulate.computeUnitMargin': number;
  'arbscope.simulate.codeLens': boolean;
  'arbscope.botConfig.diagnostics': boolean;
  /** Globs of files that are read as lists of addresses, regardless of their format. */
  'arbscope.botConfig.addressFiles': readonly string[];
  /** Whether figures are shown above the entries of bot configs, and after their pools. */
  'arbscope.botConfig.codeLens': 'off' | 'entries' | 'entriesAndPools';
}
export type SettingId = keyof Settings;

export const settingDefaults: Settings = {
  'arbscope.connections': [],
  'arbscope.finder.baseTokens': [wrappedSolMint],
  'arbscope.finder.maximumTokens': 20,
  'arbscope.finder.rankingSeconds': 3_600,
  'arbscope.finder.thresholdSeconds': 3_600,
  'arbscope.finder.percentileSeconds': 3_600,
  'arbscope.finder.thresholdProfitsUsd': null,
  'arbscope.finder.thresholdRevenuesUsd': null,
  'arbscope.finder.thresholdTransactions': null,
  'arbscope.finder.feePercentile': 50,
  'arbscope.finder.tipPercentile': 50,
  'arbscope.finder.refreshSeconds': null,
  'arbscope.finder.notifyOnVerdict': false,
  'arbscope.explorer': 'solscan',
  'arbscope.hover.network': 'automatic',
  'arbscope.documentLinks.enabled': true,
  'arbscope.diagnostics.enabled': true,
  'arbscope.inlayHints.enabled': false,
  'arbscope.codeLens.enabled': false,
  'arbscope.token.showPictures': false,
  'arbscope.export.obeyVerdict': true,
  'arbscope.export.processDelayMilliseconds': 400,
  'arbscope.export.lookupTablesPerToken': 10,
  'arbscope.export.lookupTablesPerFile': 64,
  'arbscope.export.notArbAttributes': {
    enabled: 'recommended',
    min_priority_fee_lamports: 'fee',
    max_priority_fee_lamports: 'fee',
    min_jito_tip_lamports: 'tip',
    max_jito_tip_lamports: 'tip',
  },
  'arbscope.landing.confirmSandbox': true,
  'arbscope.landing.cluster': 'automatic',
  'arbscope.landing.options': {},
  'arbscope.landing.warnNetGainNegative': true,
  'arbscope.landing.maxTipShare': 90,
  'arbscope.landing.maxSimulationAgeSeconds': 10,
  'arbscope.simulate.computeUnitMargin': 10,
  'arbscope.simulate.codeLens': true,
  'arbscope.botConfig.diagnostics': true,
  'arbscope.botConfig.addressFiles': [],
  'arbscope.botConfig.codeLens': 'off',
};

/** Every context key with its type, for `when` clauses. */
export interface ContextKeys {
  /** State of the active connection and the backend. */
  'arbscope.connection': ConnectionPhase;
  'arbscope.connectionKind': Connection['kind'];
  'arbscope.finderFiltered': boolean;
  /** There are auto-updated exports. */
  'arbscope.isKeepingFiles': boolean;
  'arbscope.liveFiltered': boolean;
  'arbscope.livePaused': boolean;
  'arbscope.walletsFiltered': boolean;
  'arbscope.hasWallets': boolean;
  /** The service does not rank wallets. */
  'arbscope.walletsUnranked': boolean;
  'arbscope.poolsLoading': boolean;
  'arbscope.poolsFiltered': boolean;
  'arbscope.poolsAggregatorOnly': boolean;
  /** The active file is a bot config. */
  'arbscope.isBotConfig': boolean;
  /** The groups of the active bot config can be merged. */
  'arbscope.canMergeGroups': boolean;
}
export type ContextKey = keyof ContextKeys;

export const contextKeys: Readonly<Record<ContextKey, true>> = {
  'arbscope.connection': true,
  'arbscope.connectionKind': true,
  'arbscope.finderFiltered': true,
  'arbscope.isKeepingFiles': true,
  'arbscope.liveFiltered': true,
  'arbscope.livePaused': true,
  'arbscope.walletsFiltered': true,
  'arbscope.hasWallets': true,
  'arbscope.walletsUnranked': true,
  'arbscope.poolsLoading': true,
  'arbscope.poolsFiltered': true,
  'arbscope.poolsAggregatorOnly': true,
  'arbscope.isBotConfig': true,
  'arbscope.canMergeGroups': true,
};

export const walkthroughId = 'arbscope.getStarted';

export const mcpProviderId = 'arbscope.mcp';

export const viewContainerId = 'arbscope';

export const viewIds = {
  finder: 'arbscope.finder',
  live: 'arbscope.live',
  wallets: 'arbscope.wallets',
  marketCache: 'arbscope.marketCache',
  landings: 'arbscope.landings',
} as const;
export type ViewId = (typeof viewIds)[keyof typeof viewIds];

/** Panels by webview type; the editor activates the extension to restore one. */
export const panelIds = {
  transaction: 'arbscope.transaction',
  percentiles: 'arbscope.percentiles',
  token: 'arbscope.token',
  wallet: 'arbscope.wallet',
  market: 'arbscope.market',
  simulate: 'arbscope.simulate',
  coverage: 'arbscope.coverage',
} as const;
export type PanelId = (typeof panelIds)[keyof typeof panelIds];
