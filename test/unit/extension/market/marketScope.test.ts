import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseMarketScope, scopeLabel } from '../../../../src/extension/market/marketScope.ts';
import { promptForScope } from '../../../../src/extension/market/promptForScope.ts';
import { ammPrograms } from '../../../../src/solana/knownPrograms.ts';
import { cancel, PrompterDouble } from '../ui/prompts/prompterDouble.ts';

const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const [amm = ''] = ammPrograms.keys();

describe('A scope of the market', () => {
  test('is parsed from a token, AMM, pool or wallet row, a mint, or a `{ kind, value }` object', () => {
    for (const kind of ['token', 'amm', 'pool', 'wallet'] as const) {
      const row = { id: `${kind}:x`, context: kind, address: mint };
      assert.deepEqual(parseMarketScope(row), { kind, value: mint });
    }
    assert.deepEqual(parseMarketScope(mint), { kind: 'token', value: mint });
    assert.deepEqual(parseMarketScope(amm), { kind: 'amm', value: amm });
    const bot = { kind: 'bot', value: 'SMB' };
    assert.deepEqual(parseMarketScope(bot), bot);
  });

  test('is undefined for anything else', () => {
    for (const what of [
      undefined,
      null,
      'tips',
      { context: 'verdict', address: mint },
      { kind: 'token', value: 'x' },
      { kind: 'constructor', value: mint },
      { kind: 'bot', value: 7 },
    ]) {
      assert.equal(parseMarketScope(what), undefined);
    }
  });

  test('is labelled by its symbol or name, otherwise by its short address', () => {
    assert.equal(scopeLabel({ kind: 'token', value: mint }), 'BONK');
    assert.equal(scopeLabel({ kind: 'amm', value: amm }), ammPrograms.get(amm)?.name);
    assert.equal(scopeLabel({ kind: 'provider', value: 'NO_PROVIDER' }), 'No provider');
    assert.match(scopeLabel({ kind: 'wallet', value: mint }), /^DezX….*B263$/);
    assert.equal(scopeLabel({ kind: 'bot', value: 'a\u0000b' }), 'a\\u{0}b');
  });

  test('can be entered as the name of a provider, or as an address with its kind', async () => {
    const enter = (...replies: (string | typeof cancel)[]) =>
      promptForScope(new PrompterDouble(replies));
    assert.deepEqual(await enter('jito'), { kind: 'provider', value: 'JITO' });
    assert.deepEqual(await enter(mint, 'Wallet'), { kind: 'wallet', value: mint });
    assert.deepEqual(await enter('NOTARB', 'Bot'), { kind: 'bot', value: 'NOTARB' });
    assert.equal(await enter(cancel), undefined);
    assert.equal(await enter(mint, cancel), undefined);
  });
});
