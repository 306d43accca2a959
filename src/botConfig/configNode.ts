import type { SyntaxReason, TextRange } from './model.ts';

export type ConfigNode = TableNode | ArrayNode | TextNode | PlainNode;

export interface TableNode {
  readonly kind: 'table';
  readonly range: TextRange;
  /** In the table's header; null without a header. */
  readonly nameRange: TextRange | null;
  readonly members: ReadonlyMap<string, Member>;
}

export interface Member {
  readonly keyRange: TextRange;
  readonly value: ConfigNode;
}

export interface ArrayNode {
  readonly kind: 'array';
  readonly range: TextRange;
  readonly elements: readonly ConfigNode[];
}

export interface TextNode {
  readonly kind: 'text';
  readonly range: TextRange;
  /** Without quotes. */
  readonly innerRange: TextRange;
  readonly text: string;
}

/** `other`: a date, or null. */
export interface PlainNode {
  readonly kind: 'integer' | 'float' | 'boolean' | 'other';
  readonly range: TextRange;
  readonly value: number | boolean | null;
}

export interface ParsedText {
  /** Null if nothing could be parsed. */
  readonly root: ConfigNode | null;
  /** The first one. */
  readonly error: TextError | null;
}

export interface TextError {
  readonly offset: number;
  readonly reason: SyntaxReason;
}

export function memberOf(node: ConfigNode | undefined, ...names: readonly string[]) {
  let found = node;
  for (const name of names) {
    found = found?.kind === 'table' ? found.members.get(name)?.value : undefined;
  }
  return found;
}

export const headOf = ({ nameRange, range: { start } }: TableNode): TextRange =>
  nameRange ?? { start, end: start + 1 };

export const tablesOf = (node: ConfigNode | undefined): readonly TableNode[] =>
  node?.kind === 'array' ? node.elements.filter((each) => each.kind === 'table') : [];

/** Protects recursive parsers. */
export const maxDepth = 50;

/** Offset of the deepest bracket in a text that is too deep to parse. */
export function findDeepNesting(text: string): number {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > maxDepth) return index;
  }
  return 0;
}
