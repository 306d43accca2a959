import ts from 'typescript';
import { parseSource } from './parseSource.ts';

/** Passed to `t` of @vscode/l10n. */
export interface Message {
  /** Key in a bundle: the English text, plus the comment if there is one. */
  readonly key: string;
  readonly text: string;
  readonly comment: readonly string[];
  readonly location: string;
}

export interface ExtractedMessages {
  readonly messages: readonly Message[];
  /** Calls that tools cannot extract, or whose arguments do not match the placeholders. */
  readonly errors: readonly string[];
}

/** Sorted; such as `{0}` or `{name}`. */
export const placeholders = (text: string): readonly string[] =>
  [...new Set(text.match(/\{[^}]+\}/g) ?? [])].sort();

export function extractMessages(path: string, source: string): ExtractedMessages {
  const messages: Message[] = [];
  const errors: string[] = [];
  if (!source.includes('@vscode/l10n')) return { messages, errors };
  const file = parseSource(path, source);
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? node.expression : templateTag(node);
    if (name !== undefined && ts.isIdentifier(name) && name.text === 't') {
      const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const message = ts.isCallExpression(node) ? extractMessage(node, place) : null;
      if (message === null) errors.push(`${place}: the text of t() is not a literal`);
      else {
        messages.push(message);
        const given =
          ts.isCallExpression(node) && !isFilledLater(node) ? providedPlaceholders(node) : null;
        const asked = placeholders(message.text);
        if (given !== null && given.join() !== asked.join())
          errors.push(`${place}: asks for ${asked.join(' ')}, gets ${given.join(' ')}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { messages, errors };
}

/** Whether the placeholders are filled in later (`compileMessage`). */
const isFilledLater = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && parent.expression.getText() === 'compileMessage';

const templateTag = (node: ts.Node): ts.Expression | undefined =>
  ts.isTaggedTemplateExpression(node) ? node.tag : undefined;

function extractMessage(call: ts.CallExpression, location: string): Message | null {
  const [first] = call.arguments;
  if (first === undefined) return null;
  if (ts.isStringLiteralLike(first)) {
    return { key: first.text, text: first.text, comment: [], location };
  }
  if (!ts.isObjectLiteralExpression(first)) return null;
  const text = propertyInitializer(first, 'message');
  const comments = propertyInitializer(first, 'comment');
  if (text === undefined || comments === undefined || !ts.isStringLiteralLike(text)) return null;
  const parts = ts.isArrayLiteralExpression(comments) ? [...comments.elements] : [comments];
  const words = parts.filter(ts.isStringLiteralLike).map((each) => each.text);
  if (words.length < parts.length) return null;
  return { key: `${text.text}/${words.join('')}`, text: text.text, comment: words, location };
}

function propertyInitializer(
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.Expression | undefined {
  const found = object.properties.find((each) => each.name?.getText() === name);
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** Sorted; null if they cannot be determined. */
function providedPlaceholders(call: ts.CallExpression): readonly string[] | null {
  const [first, ...others] = call.arguments;
  if (first === undefined) return null;
  if (ts.isStringLiteralLike(first)) {
    const [named] = others;
    if (named === undefined) return [];
    if (ts.isObjectLiteralExpression(named)) return namedPlaceholders(named.properties);
    const shared = ts.isIdentifier(named) ? findObjectConstant(named.text, named) : undefined;
    if (shared === undefined) return positionalPlaceholders(others);
    // Several texts share this object, so a text may use only some of its members.
    const asked = placeholders(first.text);
    return namedPlaceholders(shared.properties)?.filter((name) => asked.includes(name)) ?? null;
  }
  if (!ts.isObjectLiteralExpression(first)) return null;
  const given = propertyInitializer(first, 'args');
  if (given === undefined) return [];
  if (ts.isArrayLiteralExpression(given)) return positionalPlaceholders(given.elements);
  return ts.isObjectLiteralExpression(given) ? namedPlaceholders(given.properties) : null;
}

function findObjectConstant(name: string, node: ts.Node): ts.ObjectLiteralExpression | undefined {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (!ts.isBlock(at) && !ts.isSourceFile(at)) continue;
    const constants = at.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations);
    const found = constants.find((each) => each.name.getText() === name)?.initializer;
    if (found !== undefined) return ts.isObjectLiteralExpression(found) ? found : undefined;
  }
  return undefined;
}

const positionalPlaceholders = (given: readonly ts.Expression[]): readonly string[] | null =>
  given.some(ts.isSpreadElement) ? null : given.map((_, index) => `{${index}}`).sort();

function namedPlaceholders(
  properties: readonly ts.ObjectLiteralElementLike[],
): readonly string[] | null {
  const names = properties.map((each) => each.name?.getText());
  return names.includes(undefined) ? null : names.map((name) => `{${name}}`).sort();
}
