import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAlertRules } from '../../../../src/extension/alerts/alertRules.ts';
import {
  type AlertStream,
  AlertStreams,
  alertStreams,
} from '../../../../src/extension/alerts/alertStreams.ts';

const rival = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const other = 'So11111111111111111111111111111111111111112';

const streamsOf = (rules: readonly object[], tracked: readonly string[] = []) =>
  alertStreams(parseAlertRules(rules).rules, tracked);

describe('The streams of alerts', () => {
  test('are one for each kind of scope, as narrow as its rules allow', () => {
    const gain = { when: 'gain', aboveUsd: 5 };
    const onGains = streamsOf(
      [
        { ...gain, wallet: 'tracked' },
        { ...gain, wallet: rival, aboveUsd: 2 },
        { ...gain, token: mint },
      ],
      [rival, other],
    );
    assert.deepEqual(onGains, [
      {
        of: 'wallet',
        parameters: { wallets: [rival, other], outcomes: ['gain'], minNetGainsUsd: 2 },
      },
      { of: 'token', parameters: { tokens: [mint], outcomes: ['gain'], minNetGainsUsd: 5 } },
    ]);
    const failures = { when: 'failures', wallet: rival, times: 3, minutes: 5 };
    assert.deepEqual(streamsOf([{ ...gain, wallet: rival }, failures]), [
      { of: 'wallet', parameters: { wallets: [rival] } },
    ]);
  });

  test('are none for alerts without one, and for tracked wallets while none is tracked', () => {
    assert.deepEqual(
      streamsOf([{ when: 'recommendation' }, { when: 'gain', aboveUsd: 5, wallet: 'tracked' }]),
      [],
    );
  });

  test('stay open while their rules stay, and tell what arrives with its kind', () => {
    const open = new Set<string>();
    const told: unknown[] = [];
    const streams = new AlertStreams({
      arbscope: {
        watchArbitrages: (parameters, { onEvent }) => {
          const name = JSON.stringify(parameters.wallets ?? parameters.tokens);
          assert.ok(!open.has(name), 'opened twice');
          open.add(name);
          onEvent({ arbitrages: [], newest: 'a', skipped: 0 });
          return { dispose: () => open.delete(name) };
        },
      },
      onEvent: (event) => told.push(event),
      log: { info: () => undefined },
    });
    const wallets: AlertStream = { of: 'wallet', parameters: { wallets: [rival] } };
    const tokens: AlertStream = { of: 'token', parameters: { tokens: [mint] } };
    streams.set([wallets]);
    streams.set([wallets, tokens].map((stream) => structuredClone(stream)));
    assert.equal(open.size, 2);
    streams.set([tokens]);
    assert.deepEqual([...open], [JSON.stringify([mint])]);
    streams.dispose();
    assert.equal(open.size, 0);
    assert.deepEqual(told, [
      { kind: 'arbitrages', of: 'wallet', arbitrages: [] },
      { kind: 'arbitrages', of: 'token', arbitrages: [] },
    ]);
  });
});
