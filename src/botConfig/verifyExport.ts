import { poolsOf } from './configEntries.ts';
import type { ConfigForm, ConfigProblem } from './model.ts';
import { parseConfig } from './parseConfig.ts';

export interface ExpectedExport {
  readonly form: ConfigForm;
  /** In any order and multiplicity; empty for a no-trade file. Undefined: not compared. */
  readonly pools?: readonly string[] | undefined;
  /** Undefined: not compared. */
  readonly lookupTables?: readonly string[] | undefined;
}

/** For a log; contains no value of the file. */
export type ExportFault =
  | { readonly kind: 'unrecognized' }
  /** The first problem for which the bot would reject the file. */
  | { readonly kind: 'problem'; readonly problem: ConfigProblem }
  | { readonly kind: 'pools' | 'lookup-tables'; readonly missing: number; readonly added: number };

/**
 * Reads the file as the bot does; null: it is correct. Also accepts an empty list of lookup tables,
 * the form of a no-trade file.
 */
export function verifyExport(text: string, expected: ExpectedExport): ExportFault | null {
  const { form, pools, lookupTables } = expected;
  const isList = form === 'lookup-tables';
  const { config, problems } = parseConfig(text, { form: isList ? form : undefined });
  const error = problems.find(({ severity }) => severity === 'error');
  if (error !== undefined) return { kind: 'problem', problem: error };
  if (config === null || config.form !== form) return { kind: 'unrecognized' };
  const { entries } = config;
  return (
    (pools === undefined ? null : compare('pools', entries.flatMap(poolsOf), pools)) ??
    (lookupTables === undefined
      ? null
      : compare('lookup-tables', entries.flatMap(tablesOf), lookupTables))
  );
}

const tablesOf = ({ lookupTables }: { readonly lookupTables: readonly { address: string }[] }) =>
  lookupTables.map(({ address }) => address);

function compare(
  kind: 'pools' | 'lookup-tables',
  read: readonly string[],
  written: readonly string[],
): ExportFault | null {
  const [found, expected] = [new Set(read), new Set(written)];
  const missing = [...expected].filter((each) => !found.has(each)).length;
  const added = [...found].filter((each) => !expected.has(each)).length;
  return missing + added === 0 ? null : { kind, missing, added };
}
