import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { formatCount } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type {
  PoolAccount,
  PoolDetail,
  PoolRow,
  PoolStats,
} from '../../backend/protocol/poolProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../connections/connections.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import { isCallerAccount, parseAccountRole } from './accountList.ts';
import { familyLabel, familyOf, pairLabel, poolTokenLabel, programLabel } from './poolLabels.ts';

/** Rows that one node has at most: more than that are put into nodes of as many. */
const rowsPerNode = 100;
/** Parameters of one pool that are shown. */
const maxParameters = 300;

export interface PoolRowsOptions {
  /** Pools of a program that the filter in effect lets through. */
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
  readonly source: DataSource;
}

const formatPoolCount = (value: number): string =>
  value === 1 ? t('1 pool') : t('{0} pools', formatCount(value));

/** AMM families, then their programs, then their pools in nodes of a hundred. */
export function familyRows(stats: PoolStats, options: PoolRowsOptions): TreeRow[] {
  const families = Map.groupBy(stats.programs, ({ program }) => familyOf(program));
  const sums = [...families].map(([family, programs]) => ({
    family,
    programs,
    sum: programs.reduce((total, each) => total + each.pools, 0),
  }));
  // The makers' names first, whatever number is behind all the others.
  sums.sort(
    (one, other) => Number(one.family === '') - Number(other.family === '') || other.sum - one.sum,
  );
  return sums.map(({ family, programs, sum }): TreeRow => {
    const name = familyLabel(family);
    const number = programs.length;
    return {
      id: `family:${family === '' ? 'other' : name}`,
      label: name,
      description: `${formatPoolCount(sum)} · ${number === 1 ? t('1 program') : t('{0} programs', formatCount(number))}`,
      icon: 'library',
      context: 'group',
      accessibilityLabel: t(
        'AMM family {0}: {1} of {2} programs',
        name,
        formatPoolCount(sum),
        number,
      ),
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
  const heading = t('AMM {0}', label);
  const id = `program:${program}`;
  return {
    id,
    label,
    description: formatPoolCount(total),
    icon: 'arrow-swap',
    context: 'amm',
    address: program,
    accessibilityLabel: `${heading}: ${formatPoolCount(total)}`,
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

/** The pools of a range, or nodes of equal size where they are too many for one. */
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
  const nodes: TreeRow[] = [];
  for (let from = offset; from < offset + total; from += size) {
    const length = Math.min(size, offset + total - from);
    const range = { program, offset: from, total: length, id: `${id}/${from}+${size}` };
    const label = t('{0} to {1}', formatCount(from + 1), formatCount(from + length));
    const heading = t('Pools {0} of {1}', label, programLabel(program));
    nodes.push(
      simpleRow({
        id: range.id,
        label,
        icon: 'layers',
        context: 'group',
        accessibilityLabel: heading,
        heading,
        note: t('In the order of the market cache.'),
        loadChildren: (at) => rangeRows(range, options, at),
      }),
    );
  }
  return nodes;
}

/** The smallest power of the node's size by which the range has few enough nodes. */
function nodeSize(total: number): number {
  let size = rowsPerNode;
  while (total / size > rowsPerNode) size *= rowsPerNode;
  return size;
}

/** A pool with its tokens; parameters and accounts are asked for when they are opened. */
export function poolRow(row: PoolRow, parentId: string, options: PoolRowsOptions): TreeRow {
  const { pool, program, lookupTable, isAggregator } = row;
  const label = pairLabel(row);
  const short = shortAddress(pool);
  const id = `${parentId}/pool:${pool}`;
  const isNamed = label !== short;
  const values = { label, short, program: programLabel(program) };
  return {
    id,
    label,
    description: [isNamed ? short : '', isAggregator ? t('aggregator') : '']
      .filter(Boolean)
      .join(' · '),
    icon: 'database',
    context: 'pool',
    address: pool,
    accessibilityLabel: isAggregator
      ? t('Pool {label}, {short}, of {program}, in the aggregator’s cache', values)
      : t('Pool {label}, {short}, of {program}', values),
    heading: t('Pool {0}', label),
    facts: () => [
      [t('Pool'), pool],
      [t('AMM'), programLabel(program)],
      [t('Program'), program],
      ...poolMints(row).map(({ side, mint }): Fact => [t('Token {0}', side), mint]),
      [t('Lookup table'), lookupTable === '' ? t('none known') : lookupTable],
      [t('Aggregator’s cache'), isAggregator ? t('yes') : t('not known to be in it')],
      [t('Source'), sourceLabel(options.source)],
    ],
    children: () => [
      ...poolMints(row).map(({ mint, symbol, side }) => tokenRow(mint, symbol, side, id)),
      ...(lookupTable === ''
        ? []
        : [addressRow(t('Lookup table'), lookupTable, 'table', `${id}/table`)]),
      simpleRow({
        id: `${id}/parameters`,
        label: t('Parameters'),
        icon: 'symbol-parameter',
        context: 'group',
        accessibilityLabel: t('Parameters of pool {0}', label),
        heading: t('Parameters of pool {0}', label),
        loadChildren: async (signal) =>
          parameterRows((await options.loadDetail(pool, false, signal)).params, `${id}/parameters`),
      }),
      simpleRow({
        id: `${id}/accounts`,
        label: t('Accounts'),
        icon: 'list-ordered',
        context: 'group',
        accessibilityLabel: t('Accounts of pool {0}', label),
        heading: t('Accounts of pool {0}', label),
        loadChildren: async (signal) =>
          accountRows((await options.loadDetail(pool, true, signal)).accounts, `${id}/accounts`),
      }),
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
    description: `${t('token {0}', side)}${symbol === '' ? '' : ` · ${shortAddress(mint)}`}`,
    icon: 'tag',
    context: 'token',
    address: mint,
    accessibilityLabel: `${t('Token {0}', side)}: ${label}`,
    heading: t('Token {0}', label),
    facts: () => [[t('Mint'), mint]],
    note: t('A symbol is no identity: anybody may take one. The mint is.'),
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

/** Parameters as they are in the cache; objects within them by their path. */
function parameterRows(
  params: Readonly<Record<string, unknown>>,
  parentId: string,
): readonly TreeRow[] {
  const flat = flattenParameters(params, '').slice(0, maxParameters);
  if (flat.length === 0) {
    return [noteRow(t('No parameter'), t('the market cache names none'), parentId)];
  }
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

/** Deeper than any cache is; what lies below is shown as JSON. */
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

function accountRows(
  accounts: readonly PoolAccount[] | null,
  parentId: string,
): readonly TreeRow[] {
  if (accounts === null || accounts.length === 0) {
    return [noteRow(t('No account'), t('the connection names none for this pool'), parentId)];
  }
  return accounts.map((account, index) => accountRow(account, index, parentId));
}

function accountRow(account: PoolAccount, index: number, parentId: string): TreeRow {
  const { isSigner, isWritable } = parseAccountRole(account.role);
  const isYours = isCallerAccount(account);
  const label = sanitizeText(account.name, 60);
  const address = !isYours && isAddress(account.address) ? account.address : null;
  const access = isWritable ? t('writable') : t('read-only');
  const role = isSigner ? t('{0}, signer', access) : access;
  const who = isYours
    ? t('yours to fill')
    : address === null
      ? t('not known')
      : shortAddress(address);
  return {
    id: `${parentId}/${index}`,
    label,
    description: `${who} · ${role}`,
    icon: isYours ? 'account' : isSigner ? 'key' : isWritable ? 'edit' : 'lock',
    ...(isYours
      ? { color: 'charts.yellow' }
      : address === null
        ? { color: 'list.warningForeground' }
        : {}),
    context: address === null ? 'figure' : 'address',
    ...(address === null ? {} : { address }),
    accessibilityLabel: t('Account {0}, {1}: {2}, {3}', index + 1, label, who, role),
    heading: t('Account {0}: {1}', index + 1, label),
    facts: () => [
      [t('Address'), address ?? who],
      [t('Role'), `${role} (${account.role})`],
    ],
    ...(isYours ? { note: t('Put your own address here.') } : {}),
  };
}

const noteRow = (label: string, description: string, parentId: string): TreeRow =>
  simpleRow({ id: `${parentId}/none`, label, description, icon: 'info', context: 'note' });

/** In place of the families, where the filter lets nothing through. */
export const noPoolRow = (isFiltered: boolean): TreeRow => ({
  ...noteRow(
    t('No pool'),
    isFiltered ? t('none that the filter lets through') : t('none known'),
    'pools',
  ),
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
    ...(at === null ? [] : [[t('As of'), new Date(at).toISOString()] as const]),
    ...(faults === 0
      ? []
      : [[t('Left out'), t('{0} entries that are no pools', formatCount(faults))] as const]),
  ];
}
