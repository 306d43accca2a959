import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import {
  type ArrayNode,
  type ConfigNode,
  findDeepNesting,
  type Member,
  maxDepth,
  type ParsedText,
  type TableNode,
  type TextError,
} from './configNode.ts';
import type { SyntaxReason, TextRange } from './model.ts';

interface OpenTable extends TableNode {
  readonly members: Map<string, Member>;
  range: TextRange;
  nameRange: TextRange | null;
}

interface OpenArray extends ArrayNode {
  readonly elements: ConfigNode[];
  range: TextRange;
}

const byteOrderMark = '\uFEFF';

/** Maps the parser's messages, since it has no error codes. */
const reasons: readonly (readonly [says: RegExp, reason: SyntaxReason])[] = [
  [/^unterminated string/i, 'unterminated-string'],
  [/^unterminated array/i, 'unterminated-list'],
  [/^unterminated (inline )?table|curly braces/i, 'unterminated-table'],
  [/^empty bare key/i, 'missing-key'],
  [/newline$/i, 'missing-line-end'],
  [/^expected equal|same line$/i, 'missing-equals-sign'],
  [/^unspecified value/i, 'missing-value'],
  [/^expected comma/i, 'missing-comma'],
  [/^defining a key multiple times/i, 'duplicate-key'],
  [/escape sequence|code point/i, 'invalid-escape'],
  [/underscore|leading zero/i, 'invalid-number'],
];

const reasonOf = ({ message }: ParseError): SyntaxReason =>
  reasons.find(([says]) => says.test(message))?.[1] ?? 'unexpected';

/**
 * Offsets include a byte order mark. Skips up to `maxBrokenLines` broken lines. Text that is valid
 * only in TOML 1.1, such as a multi-line inline table, is read completely, with the error
 * `newer-toml` at the position where 1.0 fails. Never throws.
 */
export function parseToml(text: string, maxBrokenLines = 0): ParsedText {
  const hasMark = text.startsWith(byteOrderMark);
  // A space in its place keeps all offsets.
  let rest = hasMark ? ` ${text.slice(1)}` : text;
  let error: TextError | null = null;
  for (let broken = 0; ; broken++) {
    const parsed = tryToParse(rest, '1.0');
    if ('body' in parsed) return { root: buildRoot(text, parsed), error };
    const newer = error === null ? tryToParse(rest, '1.1') : parsed;
    if ('body' in newer) {
      const { offset } = parsed;
      return { root: buildRoot(text, newer), error: { offset, reason: 'newer-toml' } };
    }
    error ??= parsed;
    if (broken >= maxBrokenLines) return { root: null, error };
    rest = withoutLine(rest, parsed.offset);
  }
}

function tryToParse(text: string, tomlVersion: '1.0' | '1.1'): AST.TOMLTopLevelTable | TextError {
  try {
    return parseTOML(text, { tomlVersion }).body[0];
  } catch (error) {
    return error instanceof ParseError
      ? atLineEnd(text, { offset: Math.min(error.index, text.length), reason: reasonOf(error) })
      : { offset: findDeepNesting(text), reason: 'too-deep' };
  }
}

/**
 * The parser stops at the next token; an incomplete line's error belongs at the end of that line.
 */
function atLineEnd(text: string, error: TextError): TextError {
  const before = text.slice(0, error.offset).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (before.length > text.lastIndexOf('\n', error.offset - 1)) return error;
  const content = line.replace(/[ \t]*#.*$/, '');
  const reason = reasonAtLineEnd(content, error.reason);
  if (!endsEarly.includes(reason)) return error;
  return { offset: before.length - line.length + content.length, reason };
}

function reasonAtLineEnd(content: string, reason: SyntaxReason): SyntaxReason {
  if (content.endsWith('=')) return 'missing-value';
  const isHeader = reason === 'missing-equals-sign' && content.trimStart().startsWith('[');
  return isHeader ? 'unterminated-table' : reason;
}

const endsEarly: readonly SyntaxReason[] = [
  ...(['missing-value', 'missing-equals-sign', 'unterminated-table'] as const),
];

/** An error at a line's end belongs to that line. */
function withoutLine(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const found = text.indexOf('\n', offset);
  const end = found < 0 ? text.length : found;
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}

function buildRoot(text: string, program: AST.TOMLTopLevelTable): TableNode {
  const root = openTable({ start: 0, end: text.length }, null);
  for (const part of program.body) {
    if (part.type === 'TOMLKeyValue') addKeyValue(root, part, text);
    else addTable(root, part, text);
  }
  return root;
}

const openTable = (range: TextRange, nameRange: TextRange | null): OpenTable => ({
  ...{ kind: 'table', range, nameRange, members: new Map<string, Member>() },
});

/** `[a.b]` or `[[a.b]]`. Skips conflicting tables, which the parser has already rejected. */
function addTable(root: OpenTable, node: AST.TOMLTable, text: string): void {
  const last = node.key.keys.at(-1);
  const parent = last && openPath(root, node.key.keys.slice(0, -1));
  if (parent === undefined || parent === null) return;
  const name = nameOf(last as AST.TOMLBare);
  const [range, nameRange] = [rangeOf(node), rangeOf(last as AST.TOMLBare)];
  const table = openTable(range, nameRange);
  const existing = parent.members.get(name)?.value;
  if (node.kind === 'array') {
    if (existing === undefined) {
      const elements: ConfigNode[] = [table];
      parent.members.set(name, { keyRange: nameRange, value: { kind: 'array', range, elements } });
    } else if (existing.kind === 'array') {
      const array = existing as OpenArray;
      array.elements.push(table);
      array.range = { start: array.range.start, end: range.end };
    } else return;
    addKeyValues(table, node.body, text);
    return;
  }
  // The table may have been created by an earlier subtable.
  const opened = existing?.kind === 'table' ? (existing as OpenTable) : table;
  opened.range = range;
  opened.nameRange = nameRange;
  parent.members.set(name, { keyRange: nameRange, value: opened });
  addKeyValues(opened, node.body, text);
}

function openPath(
  root: OpenTable,
  keys: readonly (AST.TOMLBare | AST.TOMLQuoted)[],
): OpenTable | null {
  let table = root;
  for (const key of keys) {
    const name = nameOf(key);
    const found = table.members.get(name)?.value;
    const inner = found?.kind === 'array' ? found.elements.at(-1) : found;
    if (inner === undefined) {
      const added = openTable(rangeOf(key), null);
      table.members.set(name, { keyRange: rangeOf(key), value: added });
      table = added;
    } else if (inner.kind === 'table') table = inner as OpenTable;
    else return null;
  }
  return table;
}

function addKeyValues(
  table: OpenTable,
  body: readonly AST.TOMLKeyValue[],
  text: string,
  depth = 0,
): void {
  for (const each of body) addKeyValue(table, each, text, depth);
}

function addKeyValue(
  table: OpenTable,
  { key, value }: AST.TOMLKeyValue,
  text: string,
  depth = 0,
): void {
  const last = key.keys.at(-1);
  const parent = openPath(table, key.keys.slice(0, -1));
  if (last === undefined || parent === null) return;
  parent.members.set(nameOf(last), { keyRange: rangeOf(last), value: nodeOf(value, text, depth) });
}

function nodeOf(node: AST.TOMLContentNode, text: string, depth = 0): ConfigNode {
  const range = rangeOf(node);
  if (depth > maxDepth) return { kind: 'other', range, value: null };
  if (node.type === 'TOMLArray') {
    return {
      kind: 'array',
      range,
      elements: node.elements.map((each) => nodeOf(each, text, depth + 1)),
    };
  }
  if (node.type === 'TOMLInlineTable') {
    const table = openTable(range, null);
    addKeyValues(table, node.body, text, depth + 1);
    return table;
  }
  switch (node.kind) {
    case 'string':
      return { kind: 'text', range, innerRange: innerRangeOf(node, text), text: node.value };
    case 'integer':
    case 'float':
    case 'boolean':
      return { kind: node.kind, range, value: node.value };
    default:
      return { kind: 'other', range, value: null };
  }
}

function innerRangeOf(node: AST.TOMLStringValue, text: string): TextRange {
  const { start, end } = rangeOf(node);
  const quotes = node.multiline ? 3 : 1;
  // A line break right after the opening quotes is not part of the string.
  const [lineEnd] = node.multiline
    ? (/^\r?\n/.exec(text.slice(start + 3, start + 5)) ?? [''])
    : [''];
  return { start: start + quotes + lineEnd.length, end: end - quotes };
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === 'TOMLBare' ? key.name : key.value;

const rangeOf = ({ range: [start, end] }: { readonly range: readonly [number, number] }) => ({
  start,
  end,
});
