import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import type { WalletPanelOptions } from '../../../../src/extension/walletPanel/walletPanel.ts';
import type { WalletContent } from '../../../../src/webview/messages/wallet.ts';
import { arbscopeSample } from '../../../arbscopeDouble.ts';
import { sampleWalletContent } from '../../webview/wallet/sampleWallet.ts';
import { walletCompetitionContent } from '../../webview/wallet/sampleWalletCompetition.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createWalletPanel } = await import('../../../../src/extension/walletPanel/walletPanel.ts');

const one = '7Yq2DfJwZxS1nKcVb5TtRr8uHhGgFfEeDdCcBbAam1Ke';
const two = 'Fs4kWqLmNnPpRrSsTtUuVvWwXxYyZzAaBbCcDdEe9TnB';
const smb = 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz';
const now = '2026-11-22T14:20:30.000Z';
const state = { wallets: [one, two], windowSeconds: 21_600 };
const wish = { type: 'load-competition', windowSeconds: 86_400, limit: 150 } as const;

/** The panel over a connection, and the requests that it got. */
function panelOver(compete?: () => never) {
  const asked: (readonly [operation: string, parameters: unknown, refresh: unknown])[] = [];
  const reports: string[] = [];
  const sample = arbscopeSample('walletCompetition');
  const [rival] = sample.rivals;
  const responses: Readonly<Record<string, () => unknown>> = {
    status: () => ({ ...arbscopeSample('status'), now }),
    walletCompetition:
      compete ??
      (() => ({
        ...sample,
        rivals: [smb, two, 'NotArb'].map((bot) => ({ ...rival, bot, median_price: 7n })),
      })),
    walletRanking: () => arbscopeSample('walletRanking'),
    arbitrages: () => arbscopeSample('arbitrages'),
    history: () => arbscopeSample('history'),
    tipsByComputeUnit: () => ({}),
    finder: () => ({ tokens: [] }),
  };
  const service = new Proxy(
    {},
    {
      get:
        (_, operation: string) => async (parameters: unknown, call: { forceRefresh: boolean }) => {
          asked.push([operation, parameters, call.forceRefresh]);
          return responses[operation]?.();
        },
    },
  );
  const panel = createWalletPanel({
    ...{ service, arbscope: service, source: () => sandboxConnection, symbolOf: () => null },
    tracked: { addresses: [two], labelOf: () => 'My rival', find: () => undefined },
  } as unknown as WalletPanelOptions);
  const load = (
    request?: Parameters<typeof panel.load>[2],
    shown?: WalletContent,
    forceRefresh = false,
  ) =>
    panel.load(
      state,
      {
        signal: new AbortController().signal,
        forceRefresh,
        report: (message) => reports.push(message),
        warn: () => undefined,
      },
      request,
      shown ?? null,
    );
  const competitions = () => asked.filter(([operation]) => operation === 'walletCompetition');
  return { panel, load, competitions, reports };
}

const shownContent = { ...sampleWalletContent(2), competition: walletCompetitionContent() };

describe('The wallet panel', () => {
  test('loads the competition of its wallet when the page asks for it, with progress', async () => {
    const { load, competitions, reports } = panelOver();
    assert.equal((await load()).competition, null);
    assert.deepEqual(competitions(), []);
    const shown = { ...shownContent, competition: null };
    const { competition } = await load(wish, shown);
    const to = Date.parse(now) / 1_000;
    assert.deepEqual(competitions(), [
      ['walletCompetition', { wallet: one, from: to - 86_400, to, limit: 150 }, false],
    ]);
    assert.deepEqual(reports, ['Reading the blocks around the attempts…']);
    assert.ok(competition?.kind === 'loaded');
    assert.equal(competition.competition.rivals[0]?.median_price, '7', 'no bigint is in a message');
    assert.deepEqual(competition.bots, {
      [smb]: 'Solana MEV Bot, on-chain program',
      [two]: 'Fs4k…9TnB',
    });
    assert.deepEqual(competition.tracked, { [two]: 'My rival' });
    assert.ok(competition.isSimulated);
  });

  test('asks for newer figures than the shown ones, and only for what the page may choose', async () => {
    const { load, competitions, reports } = panelOver();
    const competition = walletCompetitionContent({ continues: true });
    await load({ ...wish, windowSeconds: 9, limit: 9_999 }, { ...shownContent, competition });
    assert.deepEqual(reports, ['Attempts compared until now: 148. Reading more blocks…']);
    const to = Date.parse(now) / 1_000;
    assert.deepEqual(competitions(), [
      ['walletCompetition', { wallet: one, from: to - 3_600, to, limit: 50 }, true],
    ]);
  });

  test('says that a connection offers no competition, and fails with any other error', async () => {
    const failing = (kind: 'not-offered' | 'unreachable') =>
      panelOver(() => {
        throw new MarketError(kind, 'Not here.');
      });
    assert.deepEqual((await failing('not-offered').load(wish, shownContent)).competition, {
      kind: 'not-offered',
      source: 'Sandbox',
    });
    await assert.rejects(failing('unreachable').load(wish, shownContent), { kind: 'unreachable' });
  });

  test('keeps the competition while the window changes, marks it after a refresh, and drops that of another connection', async () => {
    const { load, competitions } = panelOver();
    const { competition } = shownContent;
    const changed = await load({ type: 'window', seconds: 3_600 }, shownContent);
    assert.equal(changed.competition, competition);
    const refreshed = await load(undefined, shownContent, true);
    assert.deepEqual(refreshed.competition, { ...competition, isStale: true });
    assert.equal((await load(undefined, shownContent)).competition, null);
    assert.deepEqual(competitions(), []);
  });

  test('opens the competition for a lost opportunity', async () => {
    editor.executed.length = 0;
    const session = { state, setState: () => undefined, reload: () => undefined };
    await panelOver().panel.handle({ type: 'open-competition', signature: '5sig' }, session);
    assert.deepEqual(editor.executed, [['arbscope.whyDidILose', '5sig']]);
  });
});
