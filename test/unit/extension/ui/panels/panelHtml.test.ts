import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportBytes, exportFileName } from '../../../../../src/extension/ui/panels/exportFile.ts';
import { panelHtml } from '../../../../../src/extension/ui/panels/panelHtml.ts';

const page = panelHtml({
  title: 'Transaction </title><script>alert(1)</script>',
  cspSource: 'https://files.test',
  scriptUri: 'https://files.test/a.js',
  styleUris: ['https://files.test/a.css'],
  nonce: 'n0nce',
});

describe('A panel’s page', () => {
  test('runs one script by its nonce and loads nothing from other origins', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const directives = policy.replaceAll('&#39;', "'").split('; ');
    assert.deepEqual(directives, [
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      'style-src https://files.test',
      'img-src blob: data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]);
    assert.equal(policy.includes('unsafe'), false);
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.equal(/ on\w+=|style=|<style/.test(page), false);
  });

  test('shows its title as text', () => {
    assert.equal(page.includes('<title>Transaction &#60;/title&#62;&#60;script&#62;'), true);
  });
});

describe('A panel’s page in another language', () => {
  const translations = {
    language: 'zh-cn',
    texts: { Route: '路线</script><script>alert(1)</script>' },
  };
  const translated = panelHtml({
    ...{ title: 'x', cspSource: 'https://files.test', scriptUri: 'https://files.test/a.js' },
    ...{ styleUris: [], nonce: 'n0nce', translations },
  });

  test('has its translations as data that no text can break out of', () => {
    const [, data = ''] =
      /<script id="words" type="application\/json">(.*?)<\/script>/.exec(translated) ?? [];
    assert.deepEqual(JSON.parse(data), translations.texts);
    assert.equal(translated.match(/<script/g)?.length, 2);
    assert.match(translated, /<html lang="zh-cn">/);
  });

  test('has its translations before its script, and none in English', () => {
    assert.ok(translated.indexOf('id="words"') < translated.indexOf('nonce="n0nce"'));
    assert.match(page, /<html lang="en">/);
    assert.equal(page.includes('words'), false);
  });
});

describe('An export from a panel', () => {
  test('gets a safe file name', () => {
    const name = (text: string) => exportFileName({ name: text, format: 'svg' });
    assert.equal(name('Route 4GDj'), 'Route-4GDj.svg');
    assert.equal(name('../../etc/passwd'), 'etcpasswd.svg');
    assert.equal(name('\u202egnp.exe'), 'gnpexe.svg');
    assert.equal(name('...'), 'arbscope.svg');
    assert.equal(name('x'.repeat(500)).length, 84);
  });

  test('is rejected if its image data is invalid', () => {
    assert.throws(
      () => exportBytes({ format: 'png', data: 'aGVsbG8=' }),
      /Could not create the image/,
    );
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    assert.deepEqual(exportBytes({ format: 'png', data: png.toString('base64') }), png);
    assert.equal(exportBytes({ format: 'svg', data: '<svg>é</svg>' }).length, 13);
  });
});
