/** What a bot's config says, with the places where it says it. Offsets count UTF-16 code units. */

/** Half open. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * - `smb-mints`: SMB form A, an entry for each mint (`[[routing.mint_config_list]]`)
 * - `smb-markets`: SMB form B, pools alone (`[routing.markets]`)
 * - `smb-finder`: SMB's own finder client (`[routing.circular_api]`)
 * - `smb-v10`: SMB's open bot (`[[transactions]]`)
 * - `notarb-json`, `notarb-toml`: NotArb's markets
 * - `lookup-tables`: an address on each line, or a JSON array
 * - `addresses`: the addresses of any other file, where the user has asked for that
 */
export const configForms = [
  'smb-mints',
  'smb-markets',
  'smb-finder',
  'smb-v10',
  'notarb-json',
  'notarb-toml',
  'lookup-tables',
  'addresses',
] as const;
export type ConfigForm = (typeof configForms)[number];

/** An address in the text. */
export interface ConfigAddress {
  readonly address: string;
  /** Of the address alone, without quotes. */
  readonly range: TextRange;
}

/** A list of pools, such as `raydium_pool_list`. */
export interface PoolList {
  /** Key in the file; empty for the inner array of a NotArb group. */
  readonly key: string;
  readonly keyRange: TextRange | null;
  /** Of the array with its brackets; of the lines, where the file is a plain list. */
  readonly range: TextRange;
  /** AMM program whose pools the key is for; null: of any program that the bot supports. */
  readonly program: string | null;
  readonly pools: readonly ConfigAddress[];
}

/** What the file lists together: an entry of a mint, a group, or the whole of a flat list. */
export interface ConfigEntry {
  /** Of the line that begins it, for a lens above it. */
  readonly headRange: TextRange;
  readonly range: TextRange;
  /** Null where the entry names none. */
  readonly mint: ConfigAddress | null;
  readonly lists: readonly PoolList[];
  readonly lookupTables: readonly ConfigAddress[];
  /** Of the array with its brackets; null where there is none. */
  readonly lookupTablesRange: TextRange | null;
  /** Whether it is the bot's form of "no trade", which lists no pools on purpose. */
  readonly isNoTrade: boolean;
  /** The instruction that a group of V10 belongs to; other forms have none. */
  readonly transaction?: ConfigTransaction;
}

/** An element of V10's `[[transactions]]`. */
export interface ConfigTransaction {
  /** From 0, in the order of the file. */
  readonly index: number;
  readonly kind: 'direct' | 'triangle';
  /** Mint; null: missing, or none that the bot settles in. */
  readonly settlement: string | null;
  /** Of the line that begins it. */
  readonly headRange: TextRange;
}

/** Pools that the bot combines in one transaction. */
export interface CombinedPools {
  /** Indexes in `entries`; more than one where the bot combines several. */
  readonly entries: readonly number[];
  /** Without repeats. */
  readonly pools: readonly string[];
}

/** A key of the file that its form knows or does not know. */
export interface ConfigKey {
  /** With the tables above it, such as `routing.mint_config_list.process_delay`. */
  readonly path: string;
  readonly range: TextRange;
  /** Null where there is no value, or a table. */
  readonly valueRange: TextRange | null;
}

export interface BotConfig {
  readonly form: ConfigForm;
  readonly entries: readonly ConfigEntry[];
  /** How the bot combines them; what coverage counts by. */
  readonly groups: readonly CombinedPools[];
  /** Base tokens that the bot trades from; empty: any. */
  readonly baseMints: readonly string[];
  readonly keys: readonly ConfigKey[];
  /** Unix milliseconds, of NotArb's `update_timestamp`. */
  readonly updatedAtMilliseconds: number | null;
}

/** What is wrong, for the words in `extension/botConfig/problemTexts.ts`. */
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
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** How a text breaks the rules of TOML or JSON: the argument of a problem of `syntax`. */
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
  /** JSON has none. */
  'comment',
  'invalid-escape',
  'invalid-number',
  'trailing-text',
  'too-deep',
  /** Right by TOML 1.1, which not every bot reads: a warning, and the file is read. */
  'newer-toml',
  'unexpected',
] as const;
export type SyntaxReason = (typeof syntaxReasons)[number];

/** A change of the text. */
export interface TextChange {
  readonly range: TextRange;
  readonly text: string;
}

/** A certain fix of one problem. */
export interface ConfigFix {
  readonly kind: 'move-pool' | 'remove' | 'rename-key' | 'add-table';
  /** What the title of the fix names: the key a pool moves to, the new name of a key. */
  readonly argument: string;
  readonly changes: readonly TextChange[];
}

export interface ConfigProblem {
  readonly code: ProblemCode;
  readonly range: TextRange;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /**
   * In the order of the placeholders of the problem's text; never a value of the file.
   * `syntax`: a `SyntaxReason`. `unknown-key`, `missing-key`: the key. `invalid-address`: the key of
   * the value or list, empty where it has none. `wrong-type`: the key, then the type expected
   * (`ConfigKeyType`, `table` or `tables`), or `one-of` and each value allowed. `finder-conflict`:
   * what SMB's enabled finder needs otherwise, `mint_config_list` empty, `markets` unset or
   * `skip_ata_creation` true.
   */
  readonly arguments: readonly string[];
  /** Of the same thing elsewhere: the first of two duplicates. */
  readonly related: TextRange | null;
  readonly fix: ConfigFix | null;
}

/** What is known of a pool, for the checks that need it. */
export interface KnownPool {
  readonly program: string;
  readonly mints: readonly string[];
  /** Empty where none is known. */
  readonly lookupTable: string;
}
