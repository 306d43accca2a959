import ts from 'typescript';
import { parseSource } from '../../scripts/generate/parseSource.ts';

/** A text in source that users would see in English in every language. */
export interface Untranslated {
  /** From 1. */
  readonly line: number;
  /** Without quotation marks; `{}` stands for each expression of a template. */
  readonly text: string;
}

/** Their text is displayed, even if it is a single word. */
const shownMembers = new Set([
  ...['label', 'title', 'description', 'placeHolder', 'placeholder', 'prompt', 'tooltip', 'detail'],
  ...['message', 'spoken', 'heading', 'note', 'words', 'text', 'textContent', 'headline', 'advice'],
  ...['ariaLabel', 'aria-label', 'alt', 'caption', 'documentation', 'saveLabel', 'openLabel'],
  ...['summary', 'confirmLabel', 'accessibilityLabel', 'explanation', 'suggestion'],
]);

/** Their text is for machines: names of styles, icons, files and formats. */
const machineMembers =
  /^(class|className|viewBox|transform|d|points|style|icon|pattern|id|key|kind|type|code|symbol|role|path|focus|data-focus)$/;

/** Their arguments are displayed, even if these are single words. */
const shownCalls = /^show(Information|Warning|Error)Message$|^setStatusBarMessage$/;

/** Their arguments are for machines or developers. */
const machineCalls =
  /^(querySelector(All)?|closest|matches|require|RegExp|TypeError|RangeError|invalidRequestError|readObject|Symbol|log)$/;

/** Never translated: icons, addresses, names and units. */
const names = new RegExp(
  [
    String.raw`\$\([a-z~-]+\)`,
    String.raw`https?:\/\/\S+`,
    String.raw`\b(?:Arbscope|Solana|SolanaMevBot|SMB|NotArb|TypeScript|Rust|Python|Base58|Base64|JSON|CSV|AMM|SOL|USD|UTC|RPC URL|HTTP|SOCKS|ISO)\b`,
    String.raw`\b(?:lamports|tx|CU|ms|min|MB|MiB|KiB|TypeScript)\b`,
    String.raw`@solana\/[\w.]+|\w+\.(?:json|toml|txt)\b`,
  ].join('|'),
  'g',
);

/** Statements of the stores, and content security policies of pages. */
const isQuery = (text: string): boolean =>
  /\b(SELECT|FROM|WHERE|INSERT|DELETE|CREATE|UPDATE|ALTER|DROP|CHECKPOINT|PRAGMA|ATTACH|DETACH|UNION ALL|ORDER BY|GROUP BY|IS NULL|NOT NULL|COPY|VARCHAR|COMPRESSION|AS [a-z_{]+|ON CLUSTER|PARTITION BY|INTERVAL|TTL|TYPE (?:minmax|bloom_filter))\b|arg(?:Min|Max)\(|AND \w+ [<>]=|^ ?(?:DEFAULT|INDEX) |\bIN \(|SET \w+ ?=|\bCAST\(|\bCASE\b|\w_(?:nanocents|lamports)\b|::[A-Z]+\b|\(type = |cast\(sum\(|-src\b/.test(
    text,
  );

/** At least two words, of which one may be an expression. */
const isSentence = (text: string): boolean =>
  !isQuery(text) &&
  (/(^|[\s(“"'])[\p{L}][\p{L}’'-]+[,.;:!?…]?\s+[\p{L}{(“"]/u.test(text) ||
    /[\p{L}\d})”"][,.;:!?…%]?\s+[\p{L}][\p{L}’'-]+([\s,.;:!?…)”"]|$)/u.test(text));

const isWord = (text: string): boolean => !isQuery(text) && /\p{L}{2}/u.test(text);

/** Texts that users read and that are not passed to `t`. */
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
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** Nothing below this node is displayed. */
function isUnseen(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node))
    return true;
  if (ts.isPropertyAssignment(node) || ts.isJsxAttribute(node))
    return machineMembers.test(nameOf(node));
  if (ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left))
    return machineMembers.test(node.left.name.text);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const { expression } = node;
    // An argument of `t` is checked where it is created, or is a call of `t` itself.
    if (ts.isIdentifier(expression) && expression.text === 't') return false;
    return isLogging(expression) || machineCalls.test(lastName(expression));
  }
  return false;
}

const nameOf = ({ name }: ts.PropertyAssignment | ts.JsxAttribute): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';

const lastName = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();

/** The log is English. */
const isLogging = (callee: ts.Expression): boolean =>
  /(^|[.#])(log|console)(\??\.\w+|\[\w+\])$/.test(callee.getText());

/** The text argument of `t`, or the texts in its single object argument. */
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

/** Names of members, keys and compared values are not displayed. */
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

function isShown(node: ts.Node): boolean {
  let inner = node;
  let { parent } = node;
  // Skips parentheses and the expressions that choose or join texts.
  while (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isJsxExpression(parent) ||
    (ts.isBinaryExpression(parent) && /^(\?\?|\|\||\+)$/.test(parent.operatorToken.getText()))
  ) {
    if (ts.isConditionalExpression(parent) && parent.condition === inner) return false;
    inner = parent;
    ({ parent } = parent);
  }
  if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return true;
  if (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent))
    return shownMembers.has(nameOf(parent));
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
