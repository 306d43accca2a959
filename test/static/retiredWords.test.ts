import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { allMessages, sourceFiles } from '../../scripts/generate/l10nBundle.ts';
import { parseSource } from '../../scripts/generate/parseSource.ts';
import { manifestWords } from '../../scripts/manifest.ts';
import { root } from '../../scripts/paths.ts';
import { type Retired, retiredInChinese, retiredInTexts, retiredPhrases } from './retiredWords.ts';

/** A text that people read, and where it is from. */
interface Text {
  readonly at: string;
  readonly text: string;
}

/** Programs and tools speak English without translation: the command line, HTTP, MCP, schemas. */
const englishOnly = /^src\/(backend\/(main|commands|server|tools|mcp)\b|api\/)/;

/** Those that explain rather than label: a model reads them whole, or they have their own page. */
const documents = [
  /^package\.nls: (setting|tool)\./, // The settings page wraps them; the tools' are also for models.
  /^src\/api\/tools\.ts/, // Written for language models.
  /^src\/backend\/(mcp|tools)\//, // Instructions to language models.
  /^src\/backend\/server\/openApi\.ts/, // The document of the HTTP interface.
];

const maxLength = 120;

const { messages } = allMessages();

const translated: readonly Text[] = messages.map(({ text, location }) => ({
  at: location,
  text,
}));

const manifestTexts = (language?: string): readonly Text[] =>
  Object.entries(manifestWords(language)).map(([key, text]) => ({
    at: `package.nls: ${key}`,
    text,
  }));

const locations = new Map(messages.map(({ key, location }) => [key, location]));

/** Without icons, keys, links and code, which no rule of a language is about. */
const prose = (text: string): string =>
  text.replace(/\$\([^)]*\) ?| \([0+−]\)|(?<=\])\(command:[^)]*\)/g, '').replace(/`[^`]*`/g, 'X');

const chinese: readonly Text[] = [
  ...Object.entries<string>(
    JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.zh-cn.json'), 'utf8')),
  ).map(([key, text]) => ({ at: locations.get(key) ?? key, text: prose(text) })),
  ...manifestTexts('zh-cn').map(({ at, text }) => ({ at, text: prose(text) })),
];

/** Whole texts of a source file that are not for `t`: concatenated parts are one. */
function literals(path: string, source: string): readonly Text[] {
  const file = parseSource(path, source);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && node.expression.getText() === 't') return;
    const text = textOf(node);
    if (text === null) {
      ts.forEachChild(node, visit);
      return;
    }
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (/\p{L}{2,} \p{L}/u.test(text)) found.push({ at: `${path}:${line}`, text });
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken)
    return null;
  const left = textOf(node.left);
  const right = textOf(node.right);
  return left === null || right === null ? null : left + right;
}

const untranslated = sourceFiles()
  .filter(({ path }) => englishOnly.test(path))
  .flatMap(({ path, source }) => literals(path, source));

/** Pages for users: their lines without code. */
const pages = ['README.md', ...markdownIn('docs')].flatMap((path) =>
  readFileSync(join(root, path), 'utf8')
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, index) => ({ at: `${path}:${index + 1}`, text: line.replace(/`[^`]*`/g, '') })),
);

function markdownIn(folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** With `RETIRED_IN=src/extension/finder`, only what is found below that path. */
const only = process.env['RETIRED_IN'] ?? '';

const isChecked = ({ at }: Text): boolean => at.startsWith(only);

const breaches = (texts: readonly Text[], words: readonly Retired[]): string =>
  texts
    .filter(isChecked)
    .flatMap(({ at, text }) =>
      words.flatMap(({ pattern, instead }) => {
        const [found] = pattern.exec(text) ?? [];
        return found === undefined ? [] : `${at}: ${text} [${found}: ${instead}]`;
      }),
    )
    .join('\n');

/** With all that was found as the message, which a comparison would cut. */
const assertNone = (found: string): void => assert.ok(found === '', found);

const english = [...translated, ...manifestTexts(), ...untranslated];

describe('A text that users read', () => {
  test('has no retired wording', () => {
    assertNone(breaches(english, [...retiredPhrases, ...retiredInTexts]));
  });

  test(`has at most ${maxLength} characters where it is not a document`, () => {
    const tooLong = english
      .filter((text) => isChecked(text) && !documents.some((each) => each.test(text.at)))
      // Welcome contents and help have lines, each of which is read alone.
      .flatMap(({ at, text }) => text.split('\n').map((line) => `${at}: ${line}`))
      .filter((line) => prose(line.replace(/^(package\.nls: )?\S+: /, '')).length > maxLength);
    assertNone(tooLong.join('\n'));
  });

  test('follows the glossary in Chinese', () => {
    assertNone(breaches(chinese, retiredInChinese));
  });
});

describe('The documentation', () => {
  test('has no retired phrase', () => {
    assertNone(breaches(pages, retiredPhrases));
  });
});
