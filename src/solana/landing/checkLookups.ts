import type { WireTransaction } from '../wireTransaction.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { Finding, LookupReport } from './transactionReport.ts';

/** An account key with where it comes from; without an address where its table was not read. */
export interface ResolvedKey {
  readonly address: string | null;
  readonly table: string | null;
  readonly tableIndex: number | null;
}

/** All account keys in their order: its own, then the loaded writable and readonly ones. */
export function resolveAccounts(
  { staticKeys, lookups }: WireTransaction,
  tables: CheckFacts['tables'],
): ResolvedKey[] {
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

/** A table that was extended in this many newest slots may not be usable everywhere yet. */
const freshSlots = 1n;

export function checkLookups(
  { lookups }: WireTransaction,
  { tables, slot }: CheckFacts,
): { readonly reports: readonly LookupReport[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const found = (rank: Finding['rank'], code: string, message: string) => {
    findings.push({ rank, code, message });
  };
  const reports = lookups.map((lookup): LookupReport => {
    const { table, writableIndexes, readonlyIndexes } = lookup;
    const counts = {
      table,
      writable: writableIndexes.length,
      readonly: readonlyIndexes.length,
    };
    const known = tables?.get(table);
    if (known === undefined) return { ...counts, state: 'unread' };
    if (known === 'missing') {
      found('refuse', 'table-missing', `The lookup table ${table} does not exist.`);
      return { ...counts, state: 'missing' };
    }
    if (known === 'not-a-table') {
      found('refuse', 'not-a-table', `The account ${table} is no lookup table.`);
      return { ...counts, state: 'not-a-table' };
    }
    const highest = Math.max(-1, ...writableIndexes, ...readonlyIndexes);
    if (highest >= known.addresses.length) {
      found(
        'refuse',
        'table-too-short',
        `The lookup table ${table} has ${known.addresses.length} addresses; index ${highest} is asked for.`,
      );
      return { ...counts, state: 'too-short' };
    }
    if (known.deactivationSlot !== null) {
      found('refuse', 'table-deactivated', `The lookup table ${table} is deactivated.`);
      return { ...counts, state: 'deactivated' };
    }
    const isFresh = slot !== undefined && BigInt(slot) - known.lastExtendedSlot <= freshSlots;
    if (isFresh && highest >= known.lastExtendedStart) {
      found(
        'warn',
        'table-just-extended',
        `The lookup table ${table} was extended in the last slot: some nodes may not know the new addresses yet.`,
      );
    }
    return { ...counts, state: 'usable' };
  });
  if (lookups.length > 0 && tables === undefined) {
    found(
      'inform',
      'tables-not-read',
      'Its lookup tables were not read: this connection has no node to ask.',
    );
  }
  return { reports, findings };
}
