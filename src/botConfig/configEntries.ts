import { isAddress } from '../api/base58.ts';
import type { ConfigNode } from './configNode.ts';
import type { ConfigAddress, ConfigEntry, PoolList, TextRange } from './model.ts';

export const addressOf = (node: ConfigNode | undefined): ConfigAddress | null =>
  node?.kind === 'text' && isAddress(node.text)
    ? { address: node.text, range: node.innerRange }
    : null;

export function addressesOf(node: ConfigNode | undefined): readonly ConfigAddress[] {
  const nodes = node?.kind === 'array' ? node.elements : [node];
  return nodes.map(addressOf).filter((each) => each !== null);
}

export const poolsOf = ({ lists }: ConfigEntry): readonly string[] => [
  ...new Set(lists.flatMap(({ pools }) => pools.map(({ address }) => address))),
];

/** From `start` to the last visible character of its line. */
export function restOfLine(text: string, start: number, limit: number): TextRange {
  const found = text.indexOf('\n', start);
  const lineEnd = found < 0 ? text.length : found;
  const end = Math.min(lineEnd, limit);
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

export const entryOf = (
  given: Pick<ConfigEntry, 'headRange' | 'range' | 'lists'> & Partial<ConfigEntry>,
): ConfigEntry => ({
  ...{ mint: null, lookupTables: [], lookupTablesRange: null, isNoTrade: false },
  ...given,
});

export const poolListOf = (
  node: ConfigNode,
  key: string,
  keyRange: TextRange | null,
  program: string | null = null,
): PoolList => ({ key, keyRange, range: node.range, program, pools: addressesOf(node) });
