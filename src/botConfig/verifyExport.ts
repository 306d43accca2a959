import { poolsOf } from './configEntries.ts';
import type { ConfigForm, ConfigProblem } from './model.ts';
import { parseConfig } from './parseConfig.ts';

export interface ExpectedExport {
  readonly form: ConfigForm;
  /**
   * Those that were written, in any order, repeated or not; none in a file of no trade. Undefined:
   * not compared.
   */
  readonly pools?: readonly string[] | undefined;
  /** Undefined: not compared. */
  readonly lookupTables?: readonly string[] | undefined;
}

/** What is wrong with an exported file, for a log; nothing of it is a value of the file. */
export type ExportFault =
  | { readonly kind: 'unrecognized' }
  /** The first of those that the bot would refuse the file for. */
  | { readonly kind: 'problem'; readonly problem: ConfigProblem }
  | { readonly kind: 'pools' | 'lookup-tables'; readonly missing: number; readonly added: number };

/**
 * Reads an exported file back as the bot does, before it is written; null: it says what it should.
 * A list of lookup tables without any is read too, since that is how a file of no trade looks.
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
