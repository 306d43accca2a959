import ts from 'typescript';
import { parseSource } from '../../scripts/generate/parseSource.ts';

/** A text in source that people would see in English, whatever their language. */
export interface Untranslated {
  /** Line, from 1. */
  readonly line: number;
  /** What is between its quotation marks; `{}` for each expression of a template. */
  readonly text: string;
}

/** Members whose text people read, be it one word. */
const shownMembers = new Set([
  ...['label', 'title', 'description', 'placeHolder', 'placeholder', 'prompt', 'tooltip', 'detail'],
  ...['message', 'spoken', 'heading', 'note', 'words', 'text', 'textContent', 'headline', 'advice'],
  ...['ariaLabel', 'aria-label', 'alt', 'caption', 'documentation', 'saveLabel', 'openLabel'],
  ...['summary', 'confirmLabel', 'accessibilityLabel', 'explanation', 'suggestion'],
]);

/** Members that hold names for machines: of styles, icons, files, forms of data. */
const machineMembers =
  /^(class|className|viewBox|transform|d|points|style|icon|pattern|id|key|kind|type|code|symbol|role|path|focus|data-focus)$/;

/** Calls whose texts people read, be it one word. */
const shownCalls = /^show(Information|Warning|Error)Message$|^setStatusBarMessage$/;

/** Calls whose texts are for machines, or for those who wrote the program. */
const machineCalls =
  /^(querySelector(All)?|closest|matches|require|RegExp|TypeError|RangeError|invalidRequestError|readObject|Symbol|log)$/;

/** What no language translates: icons, addresses, names, units of the chain and of measure. */
const names = new RegExp(
  [
    String.raw`\$\([a-z~-]+\)`,
    String.raw`https?:\/\/\S+`,
    String.raw`\b(?:Arbscope|Solana|SolanaMevBot|SMB|NotArb|TypeScript|Rust|Python|Base58|Base64|JSON|CSV|AMM|SOL|USD|UTC|RPC URL|HTTP|ISO)\b`,
    String.raw`\b(?:lamports|tx|CU|ms|min|MB|TypeScript)\b`,
    String.raw`@solana\/[\w.]+|\w+\.(?:json|toml|txt)\b`,
  ].join('|'),
  'g',
);

/** The stores' languages, and the policies of pages. */
const isQuery = (text: string): boolean =>
  /\b(SELECT|FROM|WHERE|INSERT|DELETE|CREATE|UPDATE|ALTER|DROP|CHECKPOINT|PRAGMA|ATTACH|DETACH|UNION ALL|ORDER BY|GROUP BY|IS NULL|NOT NULL|COPY|VARCHAR|COMPRESSION|AS [a-z_{]+|ON CLUSTER|PARTITION BY|INTERVAL|TTL|TYPE (?:minmax|bloom_filter))\b|arg(?:Min|Max)\(|AND \w+ [<>]=|^ ?(?:DEFAULT|INDEX) |\bIN \(|SET \w+ ?=|-src\b/.test(
    text,
  );

/** Two words, one of which may be an expression. */
const isSentence = (text: string): boolean =>
  !isQuery(text) &&
  (/(^|[\s(“"'])[\p{L}][\p{L}’'-]+[,.;:!?…]?\s+[\p{L}{(“"]/u.test(text) ||
    /[\p{L}\d})”"][,.;:!?…%]?\s+[\p{L}][\p{L}’'-]+([\s,.;:!?…)”"]|$)/u.test(text));

const isWord = (text: string): boolean => !isQuery(text) && /\p{L}{2}/u.test(text);

/** Everything in a source file that is read by people and does not go through `t`. */
export function untranslatedIn(path: string, source: string): readonly Untranslated[] {
  const file = parseSource(path, source);
  const found: Untranslated[] = [];
  const visit = (node: ts.Node): void => {
    if (isUnseen(node)) return;
    const text = textOf(node);
    const words = text?.replace(names, '') ?? '';
    if (
      text !== null &&
      !isTranslated(node) &&
      !isCompared(node) &&
      (isSentence(words) || (isWord(words) && isShown(node)))
    ) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** Whatever is below it is not shown. */
function isUnseen(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node))
    return true;
  if (ts.isPropertyAssignment(node)) return machineMembers.test(nameOf(node));
  if (ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left))
    return machineMembers.test(node.left.name.text);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const { expression } = node;
    // What is given to `t` is looked at where it is made, or is itself within.
    if (ts.isIdentifier(expression) && expression.text === 't') return false;
    return isLogging(expression) || machineCalls.test(lastName(expression));
  }
  return false;
}

const nameOf = ({ name }: ts.PropertyAssignment): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';

const lastName = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();

/** The log is English. */
const isLogging = (callee: ts.Expression): boolean =>
  /(^|[.#])(log|console)(\??\.\w+|\[\w+\])$/.test(callee.getText());

/** The text that `t` is given, or the texts of its one object. */
function isTranslated(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent))
    return parent.expression.getText() === 't' && parent.arguments[0] === node;
  if (ts.isArrayLiteralExpression(parent)) return isTranslated(parent);
  return (
    ts.isPropertyAssignment(parent) &&
    /^(message|comment)$/.test(parent.name.getText()) &&
    isTranslated(parent.parent)
  );
}

/** Names of members, keys, and what something is compared with are not shown. */
function isCompared(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return /^([!=]==?|in)$/.test(parent.operatorToken.getText()) || parent.left === node;
  return (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

/** In a place whose text is shown. */
function isShown(node: ts.Node): boolean {
  let inner = node;
  let { parent } = node;
  // Through what chooses between texts.
  while (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isBinaryExpression(parent) && /^(\?\?|\|\||\+)$/.test(parent.operatorToken.getText()))
  ) {
    if (ts.isConditionalExpression(parent) && parent.condition === inner) return false;
    inner = parent;
    ({ parent } = parent);
  }
  if (ts.isPropertyAssignment(parent)) return shownMembers.has(nameOf(parent));
  if (ts.isBinaryExpression(parent) && parent.operatorToken.getText() === '=') {
    const { left } = parent;
    return ts.isPropertyAccessExpression(left) && shownMembers.has(left.name.text);
  }
  if (ts.isCallExpression(parent)) {
    const name = ts.isPropertyAccessExpression(parent.expression)
      ? parent.expression.name.text
      : parent.expression.getText();
    return shownCalls.test(name);
  }
  if (ts.isNewExpression(parent)) {
    return parent.expression.getText() === 'MarketError' && parent.arguments?.[1] === inner;
  }
  return false;
}
