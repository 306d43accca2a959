import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { shortAddress } from '../shortAddress.ts';
import type { WireTransaction } from '../wireTransaction.ts';
import type { CheckFacts } from './checkFacts.ts';
import { type Findings, type LookupReport, noNodeMessage } from './transactionReport.ts';

/** Without an address if its table was not read. */
export interface ResolvedAccount {
  readonly address: string | null;
  readonly table: string | null;
  readonly tableIndex: number | null;
}

/** In order: static keys, then loaded writable and readonly ones. */
export function resolveAccounts(
  { staticKeys, lookups }: WireTransaction,
  tables: CheckFacts['tables'],
): ResolvedAccount[] {
  const own = staticKeys.map((address) => ({ address, table: null, tableIndex: null }));
  const loaded = (member: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) => {
      const known = tables?.get(lookup.table);
      return lookup[member].map((tableIndex) => ({
        address: typeof known === 'object' ? (known.addresses[tableIndex] ?? null) : null,
        table: lookup.table,
        tableIndex,
      }));
    });
  return [...own, ...loaded('writableIndexes'), ...loaded('readonlyIndexes')];
}

/** A table extended within this many slots may not be usable everywhere yet. */
const recentlyExtendedSlots = 1n;

export function checkLookups(
  { lookups }: WireTransaction,
  { tables, slot }: CheckFacts,
  findings: Findings,
): LookupReport[] {
  const reports = lookups.map((lookup): LookupReport => {
    const { table, writableIndexes, readonlyIndexes } = lookup;
    const counts = {
      table,
      writable: writableIndexes.length,
      readonly: readonlyIndexes.length,
    };
    const known = tables?.get(table);
    const short = shortAddress(table);
    if (known === undefined) return { ...counts, state: 'unread' };
    if (known === 'missing') {
      findings.refuse('table-missing', joinLabel(t('Lookup table not found'), short), table);
      return { ...counts, state: 'missing' };
    }
    if (known === 'not-a-table') {
      findings.refuse('not-a-table', joinLabel(t('Not a lookup table'), short), table);
      return { ...counts, state: 'not-a-table' };
    }
    const highest = Math.max(-1, ...writableIndexes, ...readonlyIndexes);
    if (highest >= known.addresses.length) {
      findings.refuse(
        'table-too-short',
        joinLabel(t('Lookup table too short'), short),
        t('Index {0} requested, {1} addresses', highest, known.addresses.length),
      );
      return { ...counts, state: 'too-short' };
    }
    if (known.deactivationSlot !== null) {
      findings.refuse('table-deactivated', joinLabel(t('Lookup table deactivated'), short), table);
      return { ...counts, state: 'deactivated' };
    }
    const isFresh =
      slot !== undefined && BigInt(slot) - known.lastExtendedSlot <= recentlyExtendedSlots;
    if (isFresh && highest >= known.lastExtendedStart) {
      findings.warn(
        'table-just-extended',
        joinLabel(t('Lookup table just extended'), short),
        t('Some nodes may not have its new addresses yet.'),
      );
    }
    return { ...counts, state: 'usable' };
  });
  if (lookups.length > 0 && tables === undefined) {
    findings.inform('tables-not-read', t('Lookup tables not read'), noNodeMessage);
  }
  return reports;
}
