import ts from 'typescript';

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
  ...['message', 'spoken', 'heading', 'note', 'words', 'text', 'textContent', 'what', 'advice'],
  ...['ariaLabel', 'aria-label', 'alt', 'caption', 'documentation', 'saveLabel', 'openLabel'],
  ...['headline', 'name_', 'hint', 'unit', 'summary'],
]);

/** Calls whose texts people read, be it one word. */
const shownCalls = /^show(Information|Warning|Error)Message$|^setStatusBarMessage$/;

/** Two words, one of which may be an expression. */
const isSentence = (text: string): boolean =>
  /(^|[\s(“"'])[\p{L}][\p{L}’'-]+[,.;:!?…]?\s+[\p{L}{(“"]/u.test(text) ||
  /[\p{L}\d})”"][,.;:!?…%]?\s+[\p{L}][\p{L}’'-]+([\s,.;:!?…)”"]|$)/u.test(text);

const isWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Everything in a source file that is read by people and does not go through `t`. */
export function untranslatedIn(path: string, source: string): readonly Untranslated[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Untranslated[] = [];
  const visit = (node: ts.Node): void => {
    if (isUnseen(node)) return;
    const text = textOf(node);
    if (text !== null && !isCompared(node) && (isSentence(text) || (isWord(text) && isShown(node))))
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
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
  if (ts.isCallExpression(node)) return isTranslating(node) || isLogging(node);
  return false;
}

/** `t` and its arguments; what is given to it is looked at where it is made. */
const isTranslating = ({ expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) && expression.text === 't';

/** The log is English. */
function isLogging({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const name = expression.name.text;
  const on = expression.expression.getText();
  return /^(trace|debug|info|warn|error|log)$/.test(name) && /(^|[.#])(log|console)$/.test(on);
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
  if (ts.isPropertyAssignment(parent)) return shownMembers.has(parent.name.getText());
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
