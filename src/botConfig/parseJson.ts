import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import {
  type ConfigNode,
  findDeepNesting,
  type Member,
  maxDepth,
  type ParsedText,
  type PlainNode,
} from './configNode.ts';
import type { SyntaxReason } from './model.ts';

const reasons: Readonly<Record<string, SyntaxReason>> = {
  UnexpectedEndOfString: 'unterminated-string',
  CloseBracketExpected: 'unterminated-list',
  CloseBraceExpected: 'unterminated-table',
  CommaExpected: 'missing-comma',
  ColonExpected: 'missing-colon',
  ValueExpected: 'missing-value',
  PropertyNameExpected: 'missing-key',
  InvalidCommentToken: 'comment',
  UnexpectedEndOfComment: 'comment',
  InvalidEscapeCharacter: 'invalid-escape',
  InvalidUnicode: 'invalid-escape',
  InvalidNumberFormat: 'invalid-number',
  UnexpectedEndOfNumber: 'invalid-number',
  EndOfFileExpected: 'trailing-text',
};

/**
 * Offsets include a byte order mark. Broken text is read as far as possible. Comments and trailing
 * commas are errors: bots read strict JSON. Never throws.
 */
export function parseJson(text: string): ParsedText {
  const errors: ParseError[] = [];
  // Replaces a byte order mark with a space, which keeps all offsets.
  const plain = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  let root: Node | undefined;
  try {
    root = parseTree(plain, errors, { disallowComments: true });
  } catch {
    const offset = findDeepNesting(text);
    return { root: null, error: { offset, reason: 'too-deep' } };
  }
  const [first] = errors.sort((one, other) => one.offset - other.offset);
  return {
    root: root === undefined ? null : nodeOf(root, plain),
    error:
      first === undefined
        ? null
        : {
            offset: first.offset,
            reason: reasons[printParseErrorCode(first.error)] ?? 'unexpected',
          },
  };
}

function nodeOf(node: Node, text: string, depth = 0): ConfigNode {
  const { type, offset, length, children = [] } = node;
  const range = { start: offset, end: offset + length };
  if (depth > maxDepth) return { kind: 'other', range, value: null };
  switch (type) {
    case 'object':
      return {
        kind: 'table',
        range,
        nameRange: null,
        members: membersOf(children, text, depth + 1),
      };
    case 'array':
      return {
        kind: 'array',
        range,
        elements: children.map((each) => nodeOf(each, text, depth + 1)),
      };
    case 'string':
      return {
        ...{ kind: 'text', range, text: String(node.value) },
        innerRange: { start: offset + 1, end: range.end - Number(isClosed(node, text)) },
      };
    case 'number': {
      const value = Number(node.value);
      return { kind: Number.isInteger(value) ? 'integer' : 'float', range, value };
    }
    case 'boolean':
      return { kind: 'boolean', range, value: node.value === true };
    default:
      return { kind: 'other', range, value: null } satisfies PlainNode;
  }
}

/** The closing quote may be missing at the end of a broken text. */
const isClosed = ({ offset, length }: Node, text: string): boolean =>
  length > 1 && text[offset + length - 1] === '"';

function membersOf(
  properties: readonly Node[],
  text: string,
  depth: number,
): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { children: [key, value] = [] } of properties) {
    if (key === undefined || value === undefined) continue;
    const keyRange = { start: key.offset, end: key.offset + key.length };
    members.set(String(key.value), { keyRange, value: nodeOf(value, text, depth) });
  }
  return members;
}
