import type { SyntaxReason, TextRange } from './model.ts';

/** A value of a TOML or JSON file with its place: what all forms are read from. */
export type ConfigNode = TableNode | ArrayNode | TextNode | PlainNode;

export interface TableNode {
  readonly kind: 'table';
  readonly range: TextRange;
  /** Of the name in its own header; null: it has none. */
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

/** What a parser made of a text. */
export interface ParsedText {
  /** Null where nothing could be read. */
  readonly root: ConfigNode | null;
  /** The first; null: the text is whole. */
  readonly error: TextError | null;
}

/** Where a text breaks the rules of its language. */
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

/** The name in a table's header, or the brace that opens it. */
export const headOf = ({ nameRange, range: { start } }: TableNode): TextRange =>
  nameRange ?? { start, end: start + 1 };

export const tablesOf = (node: ConfigNode | undefined): readonly TableNode[] =>
  node?.kind === 'array' ? node.elements.filter((each) => each.kind === 'table') : [];

/** Nesting of lists and tables that is read; what is deeper is no config, and recursion ends. */
export const maxDepth = 50;

/** Where a text that is too deep for its parser is nested deepest, by its brackets alone. */
export function findDeepNesting(text: string): number {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > maxDepth) return index;
  }
  return 0;
}
