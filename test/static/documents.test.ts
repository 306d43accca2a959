import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readManifest } from '../../scripts/manifest.ts';
import { root } from '../../scripts/paths.ts';
import { commands, contextKeys } from '../../src/extension/contributions/commands.ts';
import { settingDefaults } from '../../src/extension/contributions/settings.ts';
import { panelIds, viewIds } from '../../src/extension/contributions/views.ts';
import { walkthroughId } from '../../src/extension/contributions/walkthrough.ts';
import {
  documentAnchors,
  documentLinks,
  readDocument,
  shippedDocuments,
  withoutCode,
} from './documents.ts';

/** Documents that describe the present. */
const documents = [
  ...shippedDocuments,
  'CONTRIBUTING.md',
  'src/README.md',
  'test/bench/README.md',
  'test/browser/accessibility.md',
];

describe('The README', () => {
  it('has at most 150 lines', () => {
    const lines = readDocument('README.md').trimEnd().split('\n');
    assert.ok(lines.length <= 150, String(lines.length));
  });

  it('has exactly three pictures', () => {
    assert.equal(documentLinks('README.md').filter(({ isPicture }) => isPicture).length, 3);
  });

  it('links to every page of docs/, from the front page or from the index', () => {
    const linked = ['README.md', 'docs/README.md'].flatMap((page) =>
      documentLinks(page).map(({ target }) => target),
    );
    const pages = shippedDocuments.filter((page) => !page.endsWith('README.md'));
    assert.deepEqual(
      pages.filter((page) => !linked.includes(page)),
      [],
    );
  });
});

describe('The documentation', () => {
  it('links only to files and headings that exist', () => {
    const broken = [...documents, 'CHANGELOG.md'].flatMap((path) =>
      documentLinks(path)
        .filter(({ target, anchor }) => {
          if (!existsSync(join(root, target))) return true;
          return anchor !== null && !documentAnchors(target).includes(anchor);
        })
        .map(({ target, anchor }) => `${path}: ${target}${anchor === null ? '' : `#${anchor}`}`),
    );
    assert.deepEqual(broken, []);
  });

  it('links only to what is in the package, by the name that it has there', () => {
    // vsce renames the README, the changelog and the licence.
    const outside = shippedDocuments.flatMap((path) =>
      documentLinks(path)
        .filter(({ target }) => target !== path && !/^(docs|media)\//.test(target))
        .map(({ target }) => `${path}: ${target}`),
    );
    assert.deepEqual(outside, []);
  });

  it('shows every picture of media/screenshots/', () => {
    const shown = shippedDocuments.flatMap((path) =>
      documentLinks(path).map((link) => link.target),
    );
    const pictures = readdirSync(join(root, 'media/screenshots'));
    assert.deepEqual(
      pictures.filter((name) => !shown.includes(`media/screenshots/${name}`)),
      [],
    );
  });

  it('names only commands that exist, by their titles', () => {
    const titles = new Set(readManifest().contributes.commands.map(({ title }) => title));
    const unknown = documents.flatMap((path) => {
      const text = withoutCode(readDocument(path)).replace(/\s+/g, ' ');
      const named = [...text.matchAll(/(\*\*|`|\*)(Arbscope: [^*`]+|[^*`]+…)\1/g)];
      return named
        .map(([, , name = '']) => name.replace('Arbscope: ', ''))
        .filter((name) => /^[A-Z]/.test(name) && !titles.has(name))
        .map((name) => `${path}: ${name}`);
    });
    assert.deepEqual(unknown, []);
  });

  it('names only ids that the extension contributes', () => {
    const ids = [
      ...Object.keys({ ...commands, ...settingDefaults, ...contextKeys }),
      ...Object.values({ ...viewIds, ...panelIds }),
      walkthroughId,
    ];
    const unknown = documents.flatMap((path) =>
      [...readDocument(path).matchAll(/["`](arbscope\.[\w.*]+)["`]/g)]
        .map(([, id = '']) => id)
        .filter((id) =>
          id.endsWith('*')
            ? !ids.some((each) => each.startsWith(id.slice(0, -1)))
            : !ids.includes(id),
        )
        .map((id) => `${path}: ${id}`),
    );
    assert.deepEqual(unknown, []);
  });
});
