import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { LookUpPickOptions } from '../../../../src/extension/transaction/lookUpPick.ts';
import type { LookUpSection } from '../../../../src/extension/transaction/lookUpRows.ts';
import type { TransactionContent } from '../../../../src/webview/messages/transaction.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { transactionResponse } from '../../webview/route/routeSamples.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';
import { editor, quickPicks, replaceVscode } from '../vscodeDouble.ts';
import { emptySection, lookUpState, signatureNumber, summary } from './summaries.ts';

replaceVscode();
const { buildTransactionContent } = await import(
  '../../../../src/extension/transaction/transactionContent.ts'
);
const { LookUpPick } = await import('../../../../src/extension/transaction/lookUpPick.ts');

const found = buildTransactionContent(transactionResponse(), {
  name: 'Sandbox',
  isSimulated: true,
  note: '',
});
const notFound = new MarketError('not-found', 'Not in the index.');

interface Given {
  readonly clipboard?: string | null;
  readonly recent?: LookUpPickOptions['state']['recent'];
  readonly market?: Promise<LookUpSection>;
  readonly wallets?: LookUpSection;
  readonly load?: LookUpPickOptions['loader']['load'];
}

function show({
  clipboard = null,
  recent = [],
  market,
  wallets = emptySection,
  load = async () => found,
}: Given = {}) {
  const opened: [signature: string, isBeside: boolean][] = [];
  const contents: (TransactionContent | undefined)[] = [];
  const asked: string[] = [];
  const acts: string[] = [];
  let closed: AbortSignal | null = null;
  new LookUpPick({
    state: lookUpState({ clipboard, recent }),
    market: (signal) => {
      closed = signal;
      return market ?? Promise.resolve(emptySection);
    },
    wallets: async () => wallets,
    loader: {
      load: (given, options) => {
        asked.push(given);
        return load(given, options);
      },
    },
    open: (given, { isBeside, content }) => {
      opened.push([given, isBeside]);
      contents.push(content);
    },
    run: ({ kind }) => acts.push(kind),
  }).show();
  const pick = quickPicks.at(-1);
  assert.ok(pick !== undefined);
  const labels = () =>
    pick.items.filter(({ kind }) => kind === undefined).map(({ label }) => label);
  const row = (label: string) => {
    const found = pick.items.find((item) => item.label.includes(label));
    assert.ok(found !== undefined, labels().join());
    return found;
  };
  const accept = async () => {
    pick.accept();
    await setImmediate();
  };
  return {
    pick,
    opened,
    contents,
    asked,
    acts,
    labels,
    row,
    accept,
    isClosed: () => closed?.aborted,
  };
}

describe('The Look Up Transaction list', () => {
  beforeEach(() => {
    editor.warnings.length = 0;
  });

  test('looks up the clipboard’s signature on Enter in an empty box', async () => {
    const { opened, asked, accept, pick } = show({ clipboard: signature });
    await accept();
    assert.deepEqual([asked, opened], [[signature], [[signature, false]]]);
    assert.equal(pick.isShown, false);
  });

  test('opens before the market loads, and keeps the selected row afterwards', async () => {
    const market = Promise.withResolvers<LookUpSection>();
    const recent = [1, 2].map((number) => summary({ signature: signatureNumber(number) }));
    const { pick, row, opened, accept } = show({ recent, market: market.promise });
    await setImmediate();
    assert.deepEqual([pick.isShown, pick.busy], [true, true]);
    pick.activeItems = [row('2224')];
    market.resolve({ summaries: [summary({ signature: signatureNumber(3) })], problem: '' });
    await setImmediate();
    assert.equal(pick.busy, false);
    assert.ok(row('2225'));
    await accept();
    assert.deepEqual(opened, [[signatureNumber(2), false]]);
  });

  test('appends rows that load later, whichever section loads first', async () => {
    const market = Promise.withResolvers<LookUpSection>();
    const sectionOf = (...numbers: number[]): LookUpSection => ({
      summaries: numbers.map((number) => summary({ signature: signatureNumber(number) })),
      problem: '',
    });
    const { pick, labels } = show({
      clipboard: signatureNumber(9),
      recent: [summary({ signature: signatureNumber(2) })],
      market: market.promise,
      wallets: sectionOf(6),
    });
    const early = labels();
    await setImmediate();
    assert.deepEqual(labels(), early);
    market.resolve(sectionOf(3, 4));
    await setImmediate();
    assert.deepEqual(labels().slice(0, early.length), early);
    // Two market rows, the Live row, and one wallet row.
    assert.equal(labels().length, early.length + 4);
    assert.equal(pick.busy, false);
  });

  test('opens the clicked row, even if new rows made another one active', async () => {
    const recent = [1, 2].map((number) => summary({ signature: signatureNumber(number) }));
    const { pick, row, opened } = show({ recent });
    await setImmediate();
    assert.equal(pick.activeItems[0], row('2223'));
    pick.click(pick.items.indexOf(row('2224')));
    await setImmediate();
    assert.deepEqual(opened, [[signatureNumber(2), false]]);
  });

  test('looks up the typed signature, even if Enter arrives before the list is updated', async () => {
    const { pick, row, opened, contents, asked, accept } = show({
      recent: [summary({ signature: signatureNumber(1) })],
    });
    const stale = row('2223');
    pick.type(`https://solscan.io/tx/${signature}`);
    pick.activeItems = [stale];
    await accept();
    assert.deepEqual([asked, opened], [[signature], [[signature, false]]]);
    assert.deepEqual(contents, [found], 'the panel sends no second request');
  });

  test('stays open with a note if the connection does not know the signature', async () => {
    const { pick, acts, opened, labels, accept } = show({
      load: () => Promise.reject(notFound),
    });
    pick.type(signature);
    await accept();
    assert.match(labels()[0] ?? '', /No arbitrage with this signature in the index/);
    assert.deepEqual([opened, pick.isShown, pick.busy], [[], true, false]);
    await accept();
    assert.deepEqual(acts, ['open-explorer']);
  });

  test('opens the panel for any other failure, which shows what to do', async () => {
    const { pick, opened, accept } = show({
      load: () => Promise.reject(new MarketError('unreachable', 'No network.')),
    });
    pick.type(signature);
    await accept();
    assert.deepEqual(opened, [[signature, false]]);
  });

  test('cancels the look-up when the user types something else or closes the list', async () => {
    const signals: AbortSignal[] = [];
    const { pick, accept, opened, isClosed } = show({
      load: (_signature, { signal }) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });
    pick.type(signature);
    await accept();
    pick.type(signatureNumber(1));
    assert.deepEqual([signals[0]?.aborted, isClosed()], [true, false]);
    await accept();
    pick.hide();
    await setImmediate();
    assert.deepEqual([signals[1]?.aborted, isClosed()], [true, true]);
    assert.deepEqual(opened, []);
  });

  test('removes a secret key from the box, warns, and sends no request', async () => {
    for (const key of [randomSecretKey().base58, randomSecretKey('bytes').written]) {
      const { pick, asked, opened, labels } = show();
      pick.type(key);
      await setImmediate();
      assert.deepEqual([pick.value, asked, opened], ['', [], []]);
      assert.match(editor.warnings.at(-1) ?? '', /^This is a secret key/);
      assert.ok(!labels().join().includes(key));
    }
  });

  test('has buttons that open a row to the side and copy its signature', async () => {
    const { pick, row, opened } = show({ recent: [summary()] });
    pick.press(row('4ijs'), 'Copy Signature');
    await setImmediate();
    assert.deepEqual([editor.clipboard, pick.isShown], [signature, true]);
    pick.press(row('4ijs'), 'Open to the Side');
    await setImmediate();
    assert.deepEqual([opened, pick.isShown], [[[signature, true]], false]);
  });

  test('offers links for an address', async () => {
    const { pick, acts, accept } = show();
    pick.type(wallet);
    await accept();
    assert.deepEqual(acts, ['link']);
  });
});
