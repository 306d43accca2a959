import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { formatCount, formatUtcDateTime } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type {
  PoolAccount,
  PoolDetail,
  PoolRow,
  PoolStats,
} from '../../backend/protocol/poolProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import {
  familyLabel,
  familyOf,
  pairLabel,
  poolTokenLabel,
  programLabel,
} from '../shared/poolLabels.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import { isCallerAccount, parseAccountRole } from './accountList.ts';
import type { PoolGains } from './poolGains.ts';

/** Maximum rows per node; longer lists are split into nested nodes. */
const rowsPerNode = 100;
const maxParameters = 300;

export interface PoolRowsOptions {
  readonly loadPage: (
    program: string,
    range: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<readonly PoolRow[]>;
  readonly loadDetail: (
    pool: string,
    withAccounts: boolean,
    signal: AbortSignal,
  ) => Promise<PoolDetail>;
  readonly gains: Pick<PoolGains, 'label' | 'facts'>;
  readonly source: DataSource;
}

const formatPoolCount = (value: number): string =>
  value === 1 ? t('1 pool') : t('{0} pools', formatCount(value));
const formatProgramCount = (value: number): string =>
  value === 1 ? t('1 program') : t('{0} programs', formatCount(value));

export function familyRows(stats: PoolStats, options: PoolRowsOptions): TreeRow[] {
  const families = Map.groupBy(stats.programs, ({ program }) => familyOf(program));
  const sums = [...families].map(([family, programs]) => ({
    family,
    programs,
    sum: programs.reduce((total, each) => total + each.pools, 0),
  }));
  // Known families first, by number of pools; unknown programs last.
  sums.sort(
    (one, other) => Number(one.family === '') - Number(other.family === '') || other.sum - one.sum,
  );
  return sums.map(({ family, programs, sum }): TreeRow => {
    const name = familyLabel(family);
    const counts = [formatPoolCount(sum), formatProgramCount(programs.length)];
    return {
      id: `family:${family === '' ? 'other' : name}`,
      label: name,
      description: counts.join(' · '),
      icon: 'library',
      context: 'group',
      accessibilityLabel: joinLabel(t('AMM family {0}', name), joinList(counts)),
      heading: t('AMM family {0}', name),
      facts: () => [
        [t('Pools'), formatCount(sum)],
        ...programs.map((each): Fact => [programLabel(each.program), formatPoolCount(each.pools)]),
        ...sourceFacts(stats, options),
      ],
      children: () => programs.map((each) => programRow(each, stats, options)),
    };
  });
}

function programRow(
  { program, pools: total }: PoolStats['programs'][number],
  stats: PoolStats,
  options: PoolRowsOptions,
): TreeRow {
  const label = programLabel(program);
  const heading = joinLabel(t('AMM'), label);
  const id = `program:${program}`;
  return {
    id,
    label,
    description: formatPoolCount(total),
    icon: 'arrow-swap',
    context: 'amm',
    address: program,
    accessibilityLabel: joinLabel(heading, formatPoolCount(total)),
    heading,
    facts: () => [
      [t('Pools'), formatCount(total)],
      [t('Program'), program],
      ...sourceFacts(stats, options),
    ],
    loadChildren: (signal) => rangeRows({ program, offset: 0, total, id }, options, signal),
  };
}

interface PoolRange {
  readonly program: string;
  readonly offset: number;
  readonly total: number;
  readonly id: string;
}

/** Pools of a range, or nodes of equal size if they do not fit into one. */
async function rangeRows(
  { program, offset, total, id }: PoolRange,
  options: PoolRowsOptions,
  signal: AbortSignal,
): Promise<TreeRow[]> {
  if (total <= rowsPerNode) {
    const rows = await options.loadPage(program, { offset, limit: rowsPerNode }, signal);
    return rows.slice(0, total).map((row) => poolRow(row, id, options));
  }
  const size = nodeSize(total);
  return Array.from({ length: Math.ceil(total / size) }, (_, at) => {
    const from = offset + at * size;
    const length = Math.min(size, offset + total - from);
    const range = { program, offset: from, total: length, id: `${id}/${from}+${size}` };
    const label = `${formatCount(from + 1)}–${formatCount(from + length)}`;
    return simpleRow({
      id: range.id,
      label,
      icon: 'layers',
      context: 'group',
      accessibilityLabel: joinLabel(programLabel(program), label),
      loadChildren: (childSignal) => rangeRows(range, options, childSignal),
    });
  });
}

/** Smallest power of `rowsPerNode` that splits the range into at most `rowsPerNode` nodes. */
function nodeSize(total: number): number {
  let size = rowsPerNode;
  while (total / size > rowsPerNode) size *= rowsPerNode;
  return size;
}

/** Parameters and accounts load when expanded. */
export function poolRow(row: PoolRow, parentId: string, options: PoolRowsOptions): TreeRow {
  const { pool, program, lookupTable, isAggregator } = row;
  const label = pairLabel(row);
  const short = shortAddress(pool);
  const id = `${parentId}/pool:${pool}`;
  const heading = t('Pool {0}', label);
  const gains = options.gains.label(pool);
  const groupRow = (
    name: string,
    groupLabel: string,
    icon: string,
    load: (groupId: string, signal: AbortSignal) => Promise<readonly TreeRow[]>,
  ): TreeRow =>
    simpleRow({
      id: `${id}/${name}`,
      label: groupLabel,
      icon,
      context: 'group',
      accessibilityLabel: joinLabel(heading, groupLabel),
      loadChildren: (signal) => load(`${id}/${name}`, signal),
    });
  return {
    id,
    label,
    description: [gains, label === short ? '' : short, isAggregator ? t('aggregator') : '']
      .filter(Boolean)
      .join(' · '),
    icon: 'database',
    context: 'pool',
    address: pool,
    accessibilityLabel: joinList([
      heading,
      short,
      programLabel(program),
      gains,
      isAggregator ? t('aggregator') : '',
    ]),
    heading,
    facts: () => [
      [t('Pool'), pool],
      [t('AMM'), programLabel(program)],
      [t('Program'), program],
      ...poolMints(row).map(({ side, mint }): Fact => [t('Token {0}', side), mint]),
      [t('Lookup table'), lookupTable || t('unknown')],
      [t('In the aggregator cache'), isAggregator ? t('yes') : t('unknown')],
      ...options.gains.facts(pool),
      [t('Source'), sourceLabel(options.source)],
    ],
    children: () => [
      ...poolMints(row).map(({ mint, symbol, side }) => tokenRow(mint, symbol, side, id)),
      ...(lookupTable === ''
        ? []
        : [addressRow(t('Lookup table'), lookupTable, 'table', `${id}/table`)]),
      groupRow('parameters', t('Parameters'), 'symbol-parameter', async (groupId, signal) =>
        parameterRows((await options.loadDetail(pool, false, signal)).params, groupId),
      ),
      groupRow('accounts', t('Accounts'), 'list-ordered', async (groupId, signal) =>
        accountRows(await options.loadDetail(pool, true, signal), groupId),
      ),
    ],
  };
}

const poolMints = ({ mintA, mintB, symbolA, symbolB }: PoolRow) =>
  [
    { mint: mintA, symbol: symbolA, side: 'A' },
    { mint: mintB, symbol: symbolB, side: 'B' },
  ].filter(({ mint }) => mint !== '');

function tokenRow(mint: string, symbol: string, side: string, parentId: string): TreeRow {
  const label = poolTokenLabel(mint, symbol);
  return {
    id: `${parentId}/token${side}`,
    label,
    description: symbol === '' ? '' : shortAddress(mint),
    icon: 'tag',
    context: 'token',
    address: mint,
    accessibilityLabel: joinLabel(t('Token {0}', side), label),
    heading: t('Token {0}', label),
    facts: () => [[t('Mint'), mint]],
    note: t('Identify a token by its mint: anybody can use the same symbol.'),
  };
}

const addressRow = (label: string, address: string, icon: string, id: string): TreeRow =>
  simpleRow({
    id,
    label,
    description: shortAddress(address),
    icon,
    context: 'address',
    address,
    facts: () => [[t('Address'), address]],
  });

/** Cached parameters; nested objects by their path. */
function parameterRows(
  params: Readonly<Record<string, unknown>>,
  parentId: string,
): readonly TreeRow[] {
  const flat = flattenParameters(params, '').slice(0, maxParameters);
  if (flat.length === 0) return [noteRow(t('No parameters'), parentId)];
  return flat.map(([path, value], index) => {
    const name = sanitizeText(path, 60);
    const id = `${parentId}/${index}`;
    if (typeof value === 'string' && isAddress(value)) {
      return addressRow(name, value, 'link', id);
    }
    const description = sanitizeText(
      typeof value === 'string' ? value : JSON.stringify(value, bigintReplacer),
      120,
    );
    return simpleRow({
      id,
      label: name,
      description,
      icon: 'symbol-constant',
      context: 'figure',
      facts: () => [[t('Value'), description]],
    });
  });
}

const bigintReplacer = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Deeper than any cached object; deeper levels are shown as JSON. */
const maxParameterDepth = 4;

function flattenParameters(
  params: Readonly<Record<string, unknown>>,
  path: string,
  depth = 1,
): [path: string, value: unknown][] {
  return Object.entries(params).flatMap(([key, value]): [string, unknown][] => {
    const valuePath = path === '' ? key : `${path}.${key}`;
    if (!isObject(value) || depth >= maxParameterDepth) return [[valuePath, value]];
    return flattenParameters(value, valuePath, depth + 1);
  });
}

function accountRows({ accounts, accountsNote }: PoolDetail, parentId: string): readonly TreeRow[] {
  if (accounts === null || accounts.length === 0) {
    return [noteRow(t('No known accounts'), parentId)];
  }
  const rows = accounts.map((account, index) => accountRow(account, index, parentId));
  return accountsNote === null
    ? rows
    : [noteRow(sanitizeText(accountsNote, 300), parentId), ...rows];
}

function accountRow(account: PoolAccount, index: number, parentId: string): TreeRow {
  const { isSigner, isWritable } = parseAccountRole(account.role);
  const isYours = isCallerAccount(account);
  const label = sanitizeText(account.name, 60);
  const address = !isYours && isAddress(account.address) ? account.address : null;
  const access = isWritable ? t('writable') : t('read-only');
  const role = joinList([access, isSigner ? t('signer') : '']);
  const heading = joinLabel(t('Account {0}', index + 1), label);
  const who = isYours ? t('your own') : address === null ? t('unknown') : shortAddress(address);
  return {
    id: `${parentId}/${index}`,
    label,
    description: who,
    icon: isYours ? 'account' : isSigner ? 'key' : isWritable ? 'edit' : 'lock',
    ...(isYours
      ? { color: 'charts.yellow' }
      : address === null
        ? { color: 'list.warningForeground' }
        : {}),
    context: address === null ? 'figure' : 'address',
    ...(address === null ? {} : { address }),
    accessibilityLabel: joinList([heading, who, role]),
    heading,
    facts: () => [
      [t('Address'), address ?? who],
      [t('Role'), joinNote(role, String(account.role))],
    ],
    ...(isYours ? { note: t('Enter your own address here.') } : {}),
  };
}

const noteRow = (label: string, parentId: string): TreeRow =>
  simpleRow({ id: `${parentId}/none`, label, icon: 'info', context: 'note' });

export const noPoolRow = (isFiltered: boolean): TreeRow => ({
  ...noteRow(isFiltered ? t('No pools match the filter') : t('No pools found'), 'pools'),
  ...(isFiltered
    ? {
        note: t('Click: {0}.', t('Show All Pools')),
        click: { title: t('Show All Pools'), command: 'arbscope.clearPoolFilter' },
      }
    : {}),
});

function sourceFacts(stats: PoolStats, options: PoolRowsOptions): Fact[] {
  const { loadedAtMilliseconds: at, faults } = stats;
  return [
    [t('Source'), sourceLabel(options.source)],
    ...(at === null ? [] : [[t('As of'), formatUtcDateTime(at)] as const]),
    ...(faults === 0 ? [] : [[t('Skipped invalid entries'), formatCount(faults)] as const]),
  ];
}
