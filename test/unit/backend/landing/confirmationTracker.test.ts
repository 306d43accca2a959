import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { Connection } from '../../../../src/backend/connectionBase/connection.ts';
import { ConfirmationTracker } from '../../../../src/backend/landing/confirmationTracker.ts';
import type { LandingTarget } from '../../../../src/backend/landing/landingTarget.ts';
import type { LandingEntry } from '../../../../src/backend/protocol/landingProtocol.ts';
import type { LandingChain, TransactionStatus } from '../../../../src/engine/chain/landingChain.ts';

const entryOf = (change: Partial<LandingEntry> = {}): LandingEntry => ({
  id: 'one',
  signature: 'S1',
  uuid: '',
  network: 'net',
  host: 'host',
  kind: 'node',
  place: 'here',
  feePayer: '',
  frontRunningProtection: false,
  state: 'accepted',
  isSettled: false,
  message: '',
  alarm: null,
  confirmation: null,
  submittedAtMilliseconds: 0,
  acceptMilliseconds: 1,
  submittedSlot: 5,
  landedSlot: null,
  feeLamports: 0n,
  tips: [],
  blockhash: 'B1',
  sha256: '',
  messageSha256: '',
  ...change,
});

type Status = TransactionStatus | null;

const status = (
  confirmation: TransactionStatus['confirmation'],
  error: string | null = null,
): TransactionStatus => ({ slot: 9, confirmation, error });

describe('A submitted transaction is tracked', () => {
  let follower: ConfirmationTracker | null = null;
  afterEach(() => follower?.close());

  interface Story {
    readonly entries?: LandingEntry[];
    /** One response for each poll; the last one repeats. */
    readonly statuses?: readonly (readonly (TransactionStatus | null)[] | Error)[];
    readonly isValid?: readonly boolean[];
    readonly transaction?: () => unknown;
    readonly now?: () => number;
    readonly beforeStatuses?: (at: number) => void;
  }

  async function told(story: Story) {
    const entries = new Map((story.entries ?? [entryOf()]).map((entry) => [entry.id, entry]));
    const changes: LandingEntry[] = [];
    const asked = { statuses: 0, blockhash: 0, transaction: 0 };
    const next = <Value>(list: readonly Value[], at: number) => list[Math.min(at, list.length - 1)];
    const chain = {
      statuses: async () => {
        story.beforeStatuses?.(asked.statuses);
        const answer = next(story.statuses ?? [], asked.statuses++);
        if (answer instanceof Error) throw answer;
        return answer ?? [];
      },
      isBlockhashValid: async () => next(story.isValid ?? [true], asked.blockhash++) ?? true,
    } as Partial<LandingChain> as LandingChain;
    const connection = {
      landing: story.transaction === undefined ? chain : null,
      call: async (_operation, _parameters, options) => {
        // So that the user's requests come first within the rate limits.
        assert.equal(options.priority, 'background');
        asked.transaction += 1;
        return { result: story.transaction?.() };
      },
    } as Partial<Connection> as Connection;
    const place: LandingTarget = {
      id: 'here',
      settingsId: 'here',
      kind: 'node',
      origin: 'https://host.example',
      connection,
    };
    const done = new Promise<void>((resolve) => {
      const made = new ConfirmationTracker({
        entries: () => [...entries.values()],
        update: (id, change) => {
          const changed = { ...(entries.get(id) ?? entryOf()), ...change };
          entries.set(id, changed);
          changes.push(changed);
          if ([...entries.values()].every(({ isSettled }) => isSettled)) resolve();
          return changed;
        },
        now: story.now ?? (() => 1_000),
        pollMilliseconds: () => 1,
      });
      follower = made;
      made.track(place);
      // Tracking the same target twice does not poll twice.
      made.track(place);
    });
    await done;
    return { changes, asked };
  }

  const states = (changes: readonly LandingEntry[]) =>
    changes.map(({ state, confirmation }) => `${state} ${confirmation ?? '-'}`);

  test('from seen through landed to finalized', async () => {
    const { changes } = await told({
      statuses: [
        [null],
        [status('processed')],
        [status('processed')],
        [status('confirmed')],
        [status('finalized')],
      ],
    });
    assert.deepEqual(states(changes), ['seen processed', 'landed confirmed', 'landed finalized']);
    assert.equal(changes.at(-1)?.landedSlot, 9);
  });

  test('to failed on chain, with the fee charged', async () => {
    const { changes } = await told({
      statuses: [[status('finalized', 'custom program error: 0x1')]],
    });
    assert.deepEqual(states(changes), ['failed finalized']);
    assert.match(changes[0]?.message ?? '', /custom program error: 0x1\. Only the fee was charged/);
  });

  test('to expired, but only after checking its status once more', async () => {
    const { changes, asked } = await told({ statuses: [[null]], isValid: [true, false] });
    assert.deepEqual(states(changes), ['expired -']);
    assert.equal(asked.blockhash, 3);
    assert.equal(asked.statuses, 3);
  });

  test('to landed if it landed just before its blockhash expired', async () => {
    const { changes } = await told({
      statuses: [[null], [status('finalized')]],
      isValid: [false],
    });
    assert.deepEqual(states(changes), ['landed finalized']);
  });

  test('back to accepted after a fork dropped its block, and on from there', async () => {
    const { changes } = await told({
      statuses: [[status('processed')], [null], [status('finalized')]],
    });
    assert.deepEqual(states(changes), ['seen processed', 'accepted -', 'landed finalized']);
  });

  test('with the time until a poll saw it, unless nothing polled it for long before', async () => {
    const timesAt = async (times: readonly number[], ...statuses: readonly (Status | Error)[]) => {
      let now = 0;
      const { changes } = await told({
        now: () => now,
        statuses: statuses.map((status) => (status instanceof Error ? status : [status])),
        beforeStatuses: (at) => {
          now = times[at] ?? now;
        },
      });
      return changes.map(({ landMilliseconds }) => landMilliseconds);
    };
    const [seen, final] = [status('processed'), status('finalized')];
    assert.deepEqual(await timesAt([700, 1_600, 9_000], null, seen, final), [1_600, 1_600]);
    // The fork that dropped it also drops its time.
    assert.deepEqual(await timesAt([700, 1_600, 2_500], seen, null, final), [700, null, 2_500]);
    // Late polls are as exact in relation to the time.
    assert.deepEqual(await timesAt([60_000, 66_000, 72_000], null, null, final), [72_000]);
    // The backend was restarted, or the node did not respond.
    assert.deepEqual(await timesAt([60_000], final), [null]);
    const failure = new Error('no answer');
    assert.deepEqual(await timesAt([700, 5_000, 9_000], null, failure, final), [null]);
  });

  test('despite failures of the RPC node', async () => {
    const { changes } = await told({
      statuses: [new Error('no answer'), new Error('no answer'), [status('finalized')]],
    });
    assert.deepEqual(states(changes), ['landed finalized']);
  });

  test('with a durable nonce, which never expires', async () => {
    const { changes, asked } = await told({
      entries: [entryOf({ blockhash: null })],
      statuses: [[null], [null], [status('finalized')]],
      isValid: [false],
    });
    assert.deepEqual(states(changes), ['landed finalized']);
    assert.equal(asked.blockhash, 0);
  });

  test('through the transaction operation if the service has no chain', async () => {
    let looks = 0;
    const { changes } = await told({
      transaction: () => {
        looks += 1;
        if (looks < 3) throw new MarketError('not-found', 'unknown');
        return { isSuccess: true, block_number: 77 };
      },
    });
    assert.deepEqual(states(changes), ['landed confirmed']);
    assert.equal(changes[0]?.landedSlot, 77);
  });

  test('to unknown, never to expired, when a service never reports a status', async () => {
    let now = 0;
    const { changes } = await told({
      now: () => {
        now += 100_000;
        return now;
      },
      transaction: () => {
        throw new MarketError('not-found', 'unknown');
      },
    });
    assert.deepEqual(states(changes), ['unknown -']);
    assert.match(changes[0]?.message ?? '', /only reports arbitrages/);
  });
});
