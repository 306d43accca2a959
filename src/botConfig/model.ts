/** Content of a bot's config with text ranges. Offsets count UTF-16 code units. */

/** Half-open. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * - `smb-mints`: SMB form A, an entry per mint (`[[routing.mint_config_list]]`)
 * - `smb-markets`: SMB form B, only pools (`[routing.markets]`)
 * - `smb-finder`: SMB's own finder client (`[routing.circular_api]`)
 * - `smb-v10`: SMB's open bot (`[[transactions]]`)
 * - `notarb-json`, `notarb-toml`: NotArb's markets
 * - `notarb-bot`: the config of NotArb's on-chain bot, which names its files of markets
 * - `lookup-tables`: an address per line, or a JSON array
 * - `addresses`: the addresses of any other file, if the user requested that
 */
export const configForms = [
  'smb-mints',
  'smb-markets',
  'smb-finder',
  'smb-v10',
  'notarb-json',
  'notarb-toml',
  'notarb-bot',
  'lookup-tables',
  'addresses',
] as const;
export type ConfigForm = (typeof configForms)[number];

export interface ConfigAddress {
  readonly address: string;
  /** Without quotes. */
  readonly range: TextRange;
}

export interface PoolList {
  /** Key in the file; empty for the inner array of a NotArb group. */
  readonly key: string;
  readonly keyRange: TextRange | null;
  /** The array with its brackets, or the lines of a plain list. */
  readonly range: TextRange;
  /** AMM program that the key is for; null: any program that the bot supports. */
  readonly program: string | null;
  readonly pools: readonly ConfigAddress[];
}

/** An entry of a mint, a group, or a whole flat list. */
export interface ConfigEntry {
  readonly headRange: TextRange;
  readonly range: TextRange;
  readonly mint: ConfigAddress | null;
  readonly lists: readonly PoolList[];
  readonly lookupTables: readonly ConfigAddress[];
  /** With its brackets; null if it is missing. */
  readonly lookupTablesRange: TextRange | null;
  /** Whether it is the bot's no-trade form, which deliberately lists no pools. */
  readonly isNoTrade: boolean;
  /** Only V10's groups have one. */
  readonly transaction?: ConfigTransaction;
}

/** An element of `[[transactions]]`. */
export interface ConfigTransaction {
  /** From 0, in file order. */
  readonly index: number;
  readonly kind: 'direct' | 'triangle';
  /** Mint; null: missing, or a mint that the bot does not settle in. */
  readonly settlement: string | null;
  readonly headRange: TextRange;
}

export interface CombinedPools {
  /** Indexes in `entries`; several if the bot combines them. */
  readonly entries: readonly number[];
  /** Without duplicates. */
  readonly pools: readonly string[];
}

export interface ConfigKey {
  /** Including parent tables, such as `routing.mint_config_list.process_delay`. */
  readonly path: string;
  readonly range: TextRange;
  /** Null for a table or a missing value. */
  readonly valueRange: TextRange | null;
}

export interface BotConfig {
  readonly form: ConfigForm;
  readonly entries: readonly ConfigEntry[];
  /** How the bot combines the pools; the basis of coverage. */
  readonly groups: readonly CombinedPools[];
  /** Base tokens that the bot trades from; empty: any. */
  readonly baseMints: readonly string[];
  readonly keys: readonly ConfigKey[];
  /** Unix milliseconds from NotArb's `update_timestamp`. */
  readonly updatedAtMilliseconds: number | null;
}

/** Problem codes; the texts are in `extension/botConfig/problemTexts.ts`. */
export const problemCodes = [
  'syntax',
  'unknown-key',
  'wrong-type',
  'missing-key',
  'invalid-address',
  'finder-conflict',
  'wrong-program',
  'unsupported-program',
  'foreign-pool',
  'duplicate-pool',
  'duplicate-table',
  'too-many',
  'v10-groups',
  'missing-table',
  'stale',
  'pool-in-two-groups',
  'dead-pool',
  'no-failure-profit',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Kinds of TOML or JSON syntax errors: the argument of a `syntax` problem. */
export const syntaxReasons = [
  'unterminated-string',
  'unterminated-list',
  'unterminated-table',
  'missing-comma',
  'missing-equals-sign',
  'missing-colon',
  'missing-value',
  'missing-key',
  'missing-line-end',
  'duplicate-key',
  /** JSON does not allow comments. */
  'comment',
  'invalid-escape',
  'invalid-number',
  'trailing-text',
  'too-deep',
  /** Valid only in TOML 1.1, which not every bot supports: a warning, and the file is read. */
  'newer-toml',
  'unexpected',
] as const;
export type SyntaxReason = (typeof syntaxReasons)[number];

export interface TextChange {
  readonly range: TextRange;
  readonly text: string;
}

/** Only for an unambiguous fix. */
export interface ConfigFix {
  readonly kind: 'move-pool' | 'remove' | 'rename-key' | 'add-table';
  /** Name in the fix's title: the target key of a pool, or the new name of a key. */
  readonly argument: string;
  readonly changes: readonly TextChange[];
}

export interface ConfigProblem {
  readonly code: ProblemCode;
  readonly range: TextRange;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /**
   * In the order of the placeholders of the problem's text; never a value of the file. `syntax`: a
   * `SyntaxReason`. `unknown-key`, `missing-key`: the key, for `unknown-key` also the similar
   * documented key if the bot may know others. `invalid-address`: the key of the value
   * or list, empty if it has none. `wrong-type`: the key, then the expected type (`ConfigKeyType`,
   * `table` or `tables`), or `one-of` and each allowed value. `finder-conflict`: what SMB's enabled
   * finder requires: `mint_config_list` empty, `markets` unset or `skip_ata_creation` true.
   */
  readonly arguments: readonly string[];
  /** Such as the first of two duplicates. */
  readonly related: TextRange | null;
  readonly fix: ConfigFix | null;
}

export interface KnownPool {
  readonly program: string;
  readonly mints: readonly string[];
  /** Empty if none is known. */
  readonly lookupTable: string;
}
