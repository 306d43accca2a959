import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse } from 'smol-toml';
import {
  type AddressListKind,
  formatAddressList,
} from '../../../../../src/extension/finder/exports/formatAddressList.ts';
import { usdcMint } from '../../../../../src/solana/baseMints.ts';
import {
  addressOf,
  bonk,
  finderResponse,
  raydiumV4,
  token,
  tokens,
  withTokens,
} from './finderResponses.ts';

const list = (language: string, kind: AddressListKind = 'pools', answer = finderResponse()) =>
  formatAddressList(answer, kind, { language, indent: '', indentUnit: '  ' }) ?? 'none';

/** Without duplicates, although the first pool is listed under two tokens. */
const pools = [1, 2, 3, 4, 5].map(addressOf);

/**
 * Without comments and trailing commas, the text is JSON in Rust, Python and JSON with comments.
 */
const readQuoted = (text: string, comment: RegExp): unknown =>
  JSON.parse(text.replace(comment, '').replace(/,\s*\]$/, ']'));

describe('The Finder’s addresses inserted into source', () => {
  it('are an array in TypeScript and JavaScript, each with a comment', () => {
    for (const language of ['typescript', 'typescriptreact', 'javascript', 'javascriptreact']) {
      const text = list(language);
      assert.deepEqual([...runInNewContext(text)], pools, language);
      assert.match(text, new RegExp(`^ {2}'${addressOf(1)}', // BONK, Raydium AMM v4$`, 'm'));
    }
  });

  it('are an array in Rust', () => {
    assert.deepEqual(readQuoted(list('rust'), / \/\/ .*$/gm), pools);
  });

  it('are a list in Python', () => {
    const text = list('python');
    assert.deepEqual(readQuoted(text, / {2}# .*$/gm), pools);
    assert.match(text, /", {2}# BONK, Phoenix v1$/m);
  });

  it('are an array in TOML', () => {
    assert.deepEqual(parse(`pools = ${list('toml')}`)['pools'], pools);
  });

  it('are JSON without comments in JSON and unknown languages', () => {
    for (const language of ['json', 'go', 'plaintext', 'constructor', '__proto__']) {
      assert.deepEqual(JSON.parse(list(language)), pools, language);
    }
    assert.deepEqual(readQuoted(list('jsonc'), / \/\/ .*$/gm), pools);
  });

  it('are the tokens’ mints if chosen', () => {
    assert.deepEqual(JSON.parse(list('json', 'mints')), [bonk, usdcMint]);
    assert.match(list('rust', 'mints'), /^ {2}"Dez\w+", \/\/ BONK$/m);
    const bare = token(addressOf(9), {});
    assert.deepEqual(JSON.parse(list('json', 'mints', withTokens([bare]))), [addressOf(9)]);
    assert.equal(list('rust', 'mints', withTokens([bare])), `[\n  "${addressOf(9)}",\n]`);
  });

  it('follow the indentation of their line', () => {
    const text = formatAddressList(finderResponse(), 'mints', {
      language: 'python',
      indent: '\t',
      indentUnit: '    ',
    });
    assert.match(text ?? '', /^\[\n\t {4}"Dez\w+", {2}# BONK\n\t {4}"EPj\w+", {2}# USDC\n\t\]$/);
  });

  it('are empty when the Finder shows none', () => {
    const place = { language: 'json', indent: '', indentUnit: '  ' };
    assert.equal(formatAddressList(withTokens([]), 'mints', place), null);
    assert.equal(formatAddressList(withTokens([token(bonk, {})]), 'pools', place), null);
  });

  it('contain only addresses for any response', () => {
    const hostile = [
      token('", process.exit(), "', { [raydiumV4]: [{ address: addressOf(1) }] }),
      token(bonk, { [raydiumV4]: [{ address: '\n]; evil()' }] }),
      ...tokens.slice(1),
    ];
    assert.deepEqual(JSON.parse(list('json', 'mints', withTokens(hostile))), [bonk, usdcMint]);
    assert.deepEqual(
      [...runInNewContext(list('typescript', 'pools', withTokens(hostile)))],
      [addressOf(1), addressOf(5)],
    );
  });
});
