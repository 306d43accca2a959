import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { sourceFiles } from '../../scripts/generate/l10nBundle.ts';
import { parseSource } from '../../scripts/generate/parseSource.ts';

/** Punctuation between two texts that differs between languages. */
const joint = /^(?:[,;:、] | \()$/;

/** Folders and files below src/ whose texts are English in every language, or for programs. */
const english = [
  ...[
    'api/join.ts',
    'api/schema.ts',
    'api/tools/tools.ts',
    'api/json.ts',
    'backend/',
    'client/',
    'engine/',
  ],
  ...[
    'http/',
    'solana/',
    'botConfig/',
    'extension/botConfig/coverage/poolComment.ts',
    'extension/finder/exports/',
    'webview/route/transactionMarkdown.ts',
    'webview/simulate/simulateMarkdown.ts',
  ],
  // Code, file names, and what browsers read.
  ...['extension/marketCache/accountList.ts', 'extension/transaction/transactionDocuments.ts'],
  ...['extension/ui/panels/panelHtml.ts', 'webview/svgExport.ts'],
];

/** Lines of templates and of `join` whose punctuation no translator can change. */
function jointsIn(path: string, source: string): readonly string[] {
  const file = parseSource(path, source);
  const found: string[] = [];
  const add = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push(`${path}:${line}: ${node.getText().replace(/\s+/g, ' ').slice(0, 80)}`);
  };
  const visit = (node: ts.Node): void => {
    // The log is English.
    if (ts.isCallExpression(node) && /(^|[.#])log\.\w+$/.test(node.expression.getText())) return;
    if (
      ts.isTemplateExpression(node) &&
      node.templateSpans.slice(0, -1).some(({ literal }) => joint.test(literal.text))
    ) {
      add(node);
    }
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'join' &&
      node.arguments.some((argument) => ts.isStringLiteral(argument) && joint.test(argument.text))
    ) {
      add(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('Punctuation between translated texts', () => {
  test('is translated with them', () => {
    const found = sourceFiles().flatMap(({ path, source }) => {
      const place = path.replace(/^src\//, '');
      const isEnglish = english.some((each) => place.startsWith(each));
      return isEnglish ? [] : jointsIn(path, source);
    });
    assert.deepEqual(found, []);
  });
});
