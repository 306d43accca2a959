import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MarketError } from '../../../../src/api/marketError.ts';
import { LandingJournal } from '../../../../src/backend/landing/landingJournal.ts';
import { LandingService } from '../../../../src/backend/landing/landingService.ts';
import type { LandingTarget } from '../../../../src/backend/landing/landingTarget.ts';
import { planLifetimeMilliseconds } from '../../../../src/backend/landing/storedPlan.ts';
import type { PrepareLandingRequest } from '../../../../src/backend/protocol/landingProtocol.ts';
import type { LandingChain } from '../../../../src/engine/chain/landingChain.ts';
import { defaultGainLimits } from '../../../../src/solana/landing/checkGain.ts';
import { signedArbitrage } from '../../../fixtures/signedArbitrage.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';
import { FakeLandingTarget } from './fakeLandingTarget.ts';

const { signal } = new AbortController();

describe('A landing plan', () => {
  let target: FakeLandingTarget;
  let journal: LandingJournal;
  let service: LandingService;
  let now: number;

  beforeEach(() => {
    target = new FakeLandingTarget();
    journal = new LandingJournal(null);
    now = 1_800_000_000_000;
    service = new LandingService({
      journal,
      onEntry: () => undefined,
      now: () => now,
    });
  });
  afterEach(() => service.close());

  const transaction = async (lamports: bigint): Promise<string> => {
    const payer = await wallet(1);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.tip(payer.address, lamports)],
      blockhash: '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
    });
    return Buffer.from(bytes).toString('base64');
  };
  const prepare = (transactions: string[], more: Partial<PrepareLandingRequest> = {}) =>
    service.prepare(
      target,
      { connectionId: '', transactions, frontRunningProtection: true, ...more },
      signal,
    );

  test('is sent once, in the order shown, to the receiver that it names', async () => {
    const transactions = [await transaction(2_000_000n), await transaction(3_000_000n)];
    const { id, receiver } = await prepare(transactions);
    const { entries, notSent } = await service.land(target, id);
    assert.deepEqual(
      target.sent,
      transactions.map((text) => [text, { frontRunningProtection: true }]),
    );
    assert.deepEqual([receiver, notSent], ['https://land.example', null]);
    assert.ok(entries.every(({ host, state }) => host === receiver && state === 'accepted'));
    await assert.rejects(service.land(target, id), /expired or was used/);
    assert.equal(target.sent.length, 2);
  });

  test('that expired after it was sent is kept in the journal, for its competition', async () => {
    const bytes = await transaction(2_000_000n);
    const expired = Promise.withResolvers<void>();
    service.close();
    service = new LandingService({
      journal,
      onEntry: ({ state }) => state === 'expired' && expired.resolve(),
      now: () => now,
      pollMilliseconds: () => 0,
    });
    const { id } = await prepare([bytes]);
    target.auxiliaryChain = {
      statuses: async () => [null],
      isBlockhashValid: async () => false,
      latestBlockhash: async () => ({ slot: 400, blockhash: '', lastValidBlockHeight: 0 }),
    } as unknown as LandingChain;
    const { entries } = await service.land(target, id);
    assert.equal(entries[0]?.transaction, undefined, 'not while it can still land');
    await expired.promise;
    assert.partialDeepStrictEqual(service.entries(), [{ transaction: bytes, submittedSlot: 400 }]);
  });

  test('expires after more than enough time to read it', async () => {
    const { id } = await prepare([await transaction(2_000_000n)]);
    now += planLifetimeMilliseconds + 1;
    await assert.rejects(service.land(target, id), /expired/);
    assert.deepEqual(target.sent, []);
  });

  test('cannot be sent through a changed connection, or after changing it back', async () => {
    const { id } = await prepare([await transaction(2_000_000n)]);
    target.settingsId = 'settings-2';
    await assert.rejects(service.land(target, id), /connection has changed/);
    target.settingsId = 'settings-1';
    await assert.rejects(service.land(target, id), /expired or was used/);
    assert.deepEqual(target.sent, []);
  });

  test('is not sent if one of its transactions was sent after it was shown', async () => {
    const [first, second] = [await transaction(2_000_000n), await transaction(3_000_000n)];
    const both = await prepare([first, second]);
    await service.land(target, (await prepare([second])).id);
    await assert.rejects(service.land(target, both.id), /sent before/);
    assert.equal(target.sent.length, 1);
    // A plan that shows the earlier submission may be sent: the user has decided.
    const { reports, id } = await prepare([second]);
    assert.ok(reports[0]?.findings.some(({ code }) => code === 'sent-before'));
    await service.land(target, id);
    assert.equal(target.sent.length, 2);
  });

  test('cannot be sent once another one has replaced it', async () => {
    const transactions = [await transaction(2_000_000n)];
    const first = await prepare(transactions);
    const second = await prepare(transactions, { replaces: first.id });
    await assert.rejects(service.land(target, first.id), /expired or was used/);
    await service.land(target, second.id);
    assert.equal(target.sent.length, 1);
  });

  test('is not sent if the checks block one of its transactions', async () => {
    const good = await transaction(2_000_000n);
    const unsigned = Buffer.from(await transaction(3_000_000n), 'base64').fill(0, 1, 65);
    const { id } = await prepare([good, unsigned.toString('base64')]);
    await assert.rejects(service.land(target, id), /Blocked by the checks: Signature missing/);
    assert.deepEqual(target.sent, []);
  });

  test('stops at the first transaction that is refused or gets a wrong signature', async () => {
    const transactions = [await transaction(2_000_000n), await transaction(3_000_000n)];
    target.answer = () => {
      throw new MarketError('bad-parameter', 'tip too low');
    };
    const refused = await service.land(target, (await prepare(transactions)).id);
    assert.deepEqual(
      refused.entries.map(({ state }) => state),
      ['refused'],
    );
    target.answer = () => '5'.repeat(87);
    const strange = await service.land(target, (await prepare(transactions)).id);
    assert.equal(strange.entries.length, 1);
    assert.match(strange.entries[0]?.alarm ?? '', /a different signature/);
    assert.equal(target.sent.length, 2);
  });

  test('with protection is not sent through a connection that offers none', async () => {
    const { id } = await prepare([await transaction(2_000_000n)]);
    const submissionEndpoint = { protection: 'no block engine' };
    const connection = { ...target.connection, landing: { submissionEndpoint } };
    const unprotected = { ...target, connection } as unknown as LandingTarget;
    await assert.rejects(service.land(unprotected, id), /no block engine/);
    assert.deepEqual(target.sent, []);
  });

  test('has an unknown outcome, not a refusal, if the response breaks off', async () => {
    target.answer = () => {
      throw new MarketError('unreachable', 'connection lost');
    };
    const { id } = await prepare([await transaction(2_000_000n)]);
    const { entries } = await service.land(target, id);
    assert.deepEqual(
      entries.map(({ state, isSettled }) => [state, isSettled]),
      [['unknown', false]],
    );
  });

  test('sends the options that it shows, and none that change protection or encoding', async () => {
    const options = { frontRunningProtection: false, encoding: 'x', 'a\u202eb': { deep: 1n } };
    const plan = await prepare([await transaction(2_000_000n)], { options });
    assert.deepEqual(plan.options, [{ name: 'a\\u{202E}b', value: '{"deep":1}' }]);
    await service.land(target, plan.id);
    const { encoding: _1, ...passed } = options;
    assert.deepEqual(target.sent[0]?.[1], { ...passed, frontRunningProtection: true });
  });

  test('is not sent if its entry cannot be written, which happens before sending', async () => {
    const { id } = await prepare([await transaction(2_000_000n)]);
    journal.put = (entry) => {
      assert.equal(entry.state, 'sending');
      assert.deepEqual(target.sent, []);
      throw new Error('ENOSPC');
    };
    await assert.rejects(service.land(target, id), /cannot write the journal ENOSPC/);
    assert.deepEqual(target.sent, []);
  });

  describe('of a simulated arbitrage', () => {
    let slot: number;
    let bytes: string;
    const limits = { ...defaultGainLimits, maxSimulationAgeSeconds: 40 };

    beforeEach(async () => {
      const arbitrage = await signedArbitrage(
        await wallet(1),
        '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
      );
      bytes = Buffer.from(arbitrage.bytes).toString('base64');
      slot = 900;
      target.auxiliaryChain = {
        network: async () => 'mainnet-beta',
        facts: async () => ({ slot }),
        simulate: async () => ({
          report: {
            isSuccess: true,
            error: null,
            unitsConsumed: 1,
            logs: [],
            slot,
            commitment: 'processed',
            changes: [],
          },
          run: {
            meta: arbitrage.meta,
            missing: [],
            unitsConsumed: 1,
            loadedAccountsDataBytes: null,
          },
        }),
        latestBlockhash: async () => ({ blockhash: '', lastValidBlockHeight: 0, slot }),
        submissionEndpoint: { receiver: () => 'https://node.example' },
      } as unknown as LandingChain;
    });
    const codesNow = (id: string) => service.checkPlan(id).map(({ code }) => code);

    test('knows the slot of its submission, despite a late response', async () => {
      const { id } = await prepare([bytes], { gainLimits: limits });
      target.beforeResponse = async () => {
        await setImmediate();
        slot += 7;
      };
      const { entries } = await service.land(target, id);
      assert.deepEqual(
        entries.map(({ state, submittedSlot }) => [state, submittedSlot]),
        [['accepted', 900]],
      );
    });

    test('warns about its age since the result of its simulation arrived', async () => {
      const { id, reports } = await prepare([bytes], { gainLimits: limits });
      assert.equal(reports[0]?.outcome?.kind, 'trade');
      now += 40_000;
      assert.deepEqual(codesNow(id), []);
      now += 1_000;
      const [old] = service.checkPlan(id);
      assert.deepEqual([old?.rank, old?.code], ['warn', 'simulation-old']);
      assert.match(old?.message ?? '', /^Simulation 41 s old$/);
      // The user may still send it.
      assert.equal((await service.land(target, id)).entries[0]?.state, 'accepted');
      assert.deepEqual(codesNow(id), [], 'a plan that was used has no age');
    });

    test('has no age warning without a limit or a trade', async () => {
      const unlimited = { ...limits, maxSimulationAgeSeconds: null };
      const { id } = await prepare([bytes], { gainLimits: unlimited });
      const limited = await prepare([bytes], { gainLimits: limits });
      const transfer = await prepare([await transaction(2_000_000n)], { gainLimits: limits });
      now += 60_000;
      assert.deepEqual(codesNow(id), []);
      assert.deepEqual(codesNow(transfer.id), []);
      assert.deepEqual(codesNow(limited.id), ['simulation-old']);
    });
  });
});
