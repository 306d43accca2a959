import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { status } from '@grpc/grpc-js';
import { maxMessageBytes } from '../../../../../src/engine/sources/geyser/geyserClient.ts';
import { FakeGeyserServer, type FakeSubscription } from '../../../../fakeGeyserServer.ts';
import type { FakeRpcNode } from '../../../../fakeRpcNode.ts';
import { encodeMessage } from '../../../../geyserProtocol.ts';
import {
  fillNode,
  type GeyserSetting,
  sendBlocks,
  withGeyser,
} from '../../../../unit/engine/sources/geyser/geyserSupport.ts';
import { emptyBlock, slotsOf, take } from '../../../../unit/engine/sources/rpcSupport.ts';

const through = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Behaviour of the server for each subscription in turn; further ones get no blocks. */
const inTurn = (
  server: FakeGeyserServer,
  ...acts: ((subscription: FakeSubscription) => void)[]
) => {
  server.onSubscribe = (subscription) => acts[server.subscriptions.length - 1]?.(subscription);
};

suite('Following a Geyser server', () => {
  test('yields its blocks in order, without requesting blocks from the node', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 6, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, through(1, 6)));
      assert.deepEqual(slotsOf(await take(source, 6)), through(1, 6));
      assert.equal(node.countOf('getBlock'), 0);
    }));

  test('requests whole blocks without accounts and entries, from the next slot', () =>
    withGeyser({ from: 5, commitment: 'finalized' }, async ({ server, node, source }) => {
      fillNode(node, 5, 5, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [5]));
      await take(source, 1);
      assert.deepEqual(server.subscriptions[0]?.request, {
        slots: { arbscope: { filterByCommitment: true } },
        blocks: {
          arbscope: { includeTransactions: true, includeAccounts: false, includeEntries: false },
        },
        commitment: 2,
        fromSlot: 5,
      });
    }));

  test('treats a slot as skipped if the next block’s parent shows it', () =>
    withGeyser({}, async ({ server, node, source }) => {
      for (const slot of [1, 2, 5, 6, 9]) node.add(slot, emptyBlock(slot));
      node.answers.set('getSlot', () => 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [1, 2, 5, 6, 9]));
      assert.deepEqual(slotsOf(await take(source, 5)), [1, 2, 5, 6, 9]);
      assert.equal(node.countOf('getBlock'), 0);
    }));

  test('begins with blocks of the node if the index is behind', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 300, 298);
      inTurn(server, (subscription) => sendBlocks(subscription, node, through(297, 300)));
      assert.deepEqual(slotsOf(await take(source, 300)), through(1, 300));
    }));

  test('fills a gap from the node', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 9, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [1, 2, 3, 7, 8, 9]));
      const slots = slotsOf(
        await take(source, 9, ({ slot }) => {
          if (slot === 3) node.answers.set('getSlot', () => 9);
        }),
      );
      assert.deepEqual(slots, through(1, 9));
      const asked = node.requests.filter(({ method }) => method === 'getBlock');
      assert.deepEqual(asked.map(({ params }) => params[0]).sort(), [4, 5, 6]);
    }));

  test('yields a block once even if it is sent twice', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 4, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [1, 1, 2, 1, 2, 3, 3, 2, 4]));
      assert.deepEqual(slotsOf(await take(source, 4)), through(1, 4));
    }));

  test('yields blocks in the order of slots even if they are sent in another', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 6, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [2, 1, 4, 3, 6, 5]));
      assert.deepEqual(slotsOf(await take(source, 6)), through(1, 6));
    }));

  test('follows the fork that the chain continues', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 4, 0);
      const other = { ...emptyBlock(2, 'dead'), parentSlot: 1, previousBlockhash: 'hash1' };
      inTurn(server, (subscription) => {
        sendBlocks(subscription, node, [1]);
        subscription.sendBlock(2, other);
      });
      const blocks = await take(source, 5, ({ slot, block }) => {
        const [subscription] = server.subscriptions;
        if (block.blockhash === 'hash2dead' && subscription) {
          sendBlocks(subscription, node, [slot, 3, 4]);
        }
      });
      assert.deepEqual(
        blocks.map(({ block }) => block.blockhash),
        ['hash1', 'hash2dead', 'hash2', 'hash3', 'hash4'],
      );
    }));

  test('answers pings', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 1, 0);
      inTurn(server, (subscription) => {
        subscription.send(encodeMessage('SubscribeUpdate', { ping: {} }));
      });
      // The server sends blocks only after the pong.
      server.onPing = (subscription) => sendBlocks(subscription, node, [1]);
      assert.deepEqual(slotsOf(await take(source, 1)), [1]);
      assert.deepEqual(server.subscriptions[0]?.pings, [1]);
    }));

  for (const [name, blocks] of [
    ['a server that sends nothing', 0],
    ['a server that sends nothing more', 2],
  ] as const) {
    test(`ends at once on abort, with ${name}`, () =>
      withGeyser({}, async ({ server, node, source }) => {
        fillNode(node, 1, 2, 0);
        const subscribed = Promise.withResolvers<void>();
        inTurn(server, (subscription) => {
          sendBlocks(subscription, node, through(1, blocks));
          subscribed.resolve();
        });
        const ending = new AbortController();
        const taken: number[] = [];
        const following = (async () => {
          for await (const { slot } of source.follow(ending.signal)) {
            taken.push(slot);
            if (slot === blocks) setImmediate(() => ending.abort());
          }
        })();
        await subscribed.promise;
        if (blocks === 0) ending.abort();
        await following;
        assert.deepEqual(taken, through(1, blocks));
      }));
  }

  test('reports its lag from the blocks that arrive', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 3, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [1, 2, 3]));
      const lags: (number | null)[] = [];
      await take(source, 3, () => lags.push(source.progress().lagSlots));
      assert.equal(lags.at(-1), 0);
      assert.equal(source.progress().message, '');
    }));
});

suite('While a slot has several banks,', () => {
  /** A bank of a slot that another one replaces. */
  const abandoned = (slot: number, parent = `hash${slot - 1}`) => ({
    ...emptyBlock(slot, 'abandoned'),
    ...{ parentSlot: slot - 1, previousBlockhash: parent },
  });
  const bankOf = (slot: number): number => 10 * slot;
  /** As a server sends the blocks of an undisputed slot. */
  const sendDecided = (
    subscription: FakeSubscription,
    node: FakeRpcNode,
    slots: readonly number[],
  ): void => {
    for (const slot of slots) {
      subscription.sendBlock(slot, node.chain.get(slot) ?? assert.fail(), bankOf(slot));
      subscription.confirm(slot, bankOf(slot));
    }
  };
  const expectChain = async (
    { server, node, source }: GeyserSetting,
    count: number,
    send: (subscription: FakeSubscription) => void,
  ): Promise<void> => {
    fillNode(node, 1, count, 0);
    inTurn(server, send);
    const blocks = await take(source, count);
    assert.deepEqual(
      blocks.map(({ block }) => block.blockhash),
      through(1, count).map((slot) => `hash${slot}`),
    );
    assert.equal(node.countOf('getBlock'), 0);
  };

  for (const [order, isFirst] of [
    ['first', true],
    ['second', false],
  ] as const) {
    test(`the decided one counts, also when it comes ${order}`, () =>
      withGeyser({}, (setting) =>
        expectChain(setting, 4, (subscription) => {
          const { node } = setting;
          sendDecided(subscription, node, [1, 2]);
          if (!isFirst) subscription.sendBlock(3, abandoned(3), 31);
          subscription.sendBlock(3, node.chain.get(3) ?? assert.fail(), bankOf(3));
          if (isFirst) subscription.sendBlock(3, abandoned(3), 31);
          subscription.confirm(3, bankOf(3));
          sendDecided(subscription, node, [4]);
        }),
      ));
  }

  test('a decision counts that arrives before its block', () =>
    withGeyser({}, (setting) =>
      expectChain(setting, 3, (subscription) => {
        const { node } = setting;
        sendDecided(subscription, node, [1]);
        subscription.confirm(2, bankOf(2));
        subscription.sendBlock(2, abandoned(2), 21);
        subscription.sendBlock(2, node.chain.get(2) ?? assert.fail(), bankOf(2));
        sendDecided(subscription, node, [3]);
      }),
    ));

  test('the only one counts if the server does not say which was decided', () =>
    withGeyser({}, (setting) =>
      expectChain(setting, 3, (subscription) => {
        const { node } = setting;
        for (const slot of [1, 2, 3]) {
          const block = node.chain.get(slot) ?? assert.fail();
          if (slot === 2) subscription.confirm(slot);
          subscription.sendBlock(slot, block, bankOf(slot));
          if (slot !== 2) subscription.confirm(slot);
          subscription.sendBlock(slot, abandoned(slot), 1);
        }
      }),
    ));

  test('the parent of a decided block is decided, but not that of an undecided one', () =>
    withGeyser({}, (setting) =>
      expectChain(setting, 4, (subscription) => {
        const { node } = setting;
        sendDecided(subscription, node, [1]);
        // The status of slots 2 and 3 is missing, as in a replay.
        subscription.sendBlock(2, abandoned(2), 21);
        subscription.sendBlock(2, node.chain.get(2) ?? assert.fail(), bankOf(2));
        subscription.sendBlock(3, abandoned(3, 'hash2abandoned'), 31);
        subscription.sendBlock(3, node.chain.get(3) ?? assert.fail(), bankOf(3));
        sendDecided(subscription, node, [4]);
      }),
    ));

  test('decisions from before a failure do not count, because banks may have other numbers', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 3, 0);
      inTurn(
        server,
        (subscription) => {
          sendDecided(subscription, node, [1]);
          subscription.sendBlock(2, abandoned(2), 5);
          subscription.confirm(3, 9);
          subscription.end();
        },
        (subscription) => {
          // Both numbers meant other banks before.
          subscription.sendBlock(3, abandoned(3), 9);
          subscription.sendBlock(2, node.chain.get(2) ?? assert.fail(), 5);
          subscription.confirm(2, 5);
          subscription.sendBlock(3, node.chain.get(3) ?? assert.fail(), 8);
          subscription.confirm(3, 8);
        },
      );
      const blocks = await take(source, 3);
      assert.deepEqual(
        blocks.map(({ block }) => block.blockhash),
        ['hash1', 'hash2', 'hash3'],
      );
    }));

  test('the node provides the block that the server never decides', () =>
    withGeyser({ liveMilliseconds: 50 }, async ({ server, node, source }) => {
      fillNode(node, 1, 3, 3);
      inTurn(server, (subscription) => {
        sendDecided(subscription, node, [1]);
        for (const slot of [2, 3]) subscription.sendBlock(slot, abandoned(slot), 1);
      });
      const blocks = await take(source, 3);
      assert.deepEqual(
        blocks.map(({ block }) => block.blockhash),
        ['hash1', 'hash2', 'hash3'],
      );
    }));
});

suite('When a Geyser server fails', () => {
  const endings: readonly (readonly [string, (subscription: FakeSubscription) => void])[] = [
    ['ends', (subscription) => subscription.end()],
    ['is unavailable', (subscription) => subscription.fail(status.UNAVAILABLE, 'lagged')],
    ['fails', (subscription) => subscription.fail(status.INTERNAL, 'oops')],
  ];
  for (const [name, fail] of endings) {
    test(`in mid-stream (it ${name}), following continues with the next slot`, () =>
      withGeyser({}, async ({ server, node, source }) => {
        fillNode(node, 1, 8, 0);
        inTurn(
          server,
          (subscription) => {
            sendBlocks(subscription, node, through(1, 4));
            fail(subscription);
          },
          (subscription) => sendBlocks(subscription, node, through(5, 8)),
        );
        assert.deepEqual(slotsOf(await take(source, 8)), through(1, 8));
        const from = Number(server.subscriptions[1]?.request['fromSlot']);
        assert.ok(from >= 1 && from <= 5, `${from}`);
        assert.equal(node.countOf('getBlock'), 0);
      }));
  }

  test('and cannot begin at a slot, following begins with new blocks and the node fills the gap', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 9, 7);
      inTurn(
        server,
        (subscription) =>
          subscription.fail(status.INVALID_ARGUMENT, 'from_slot is not available, last is 6'),
        (subscription) => sendBlocks(subscription, node, [8, 9]),
      );
      assert.deepEqual(slotsOf(await take(source, 9)), through(1, 9));
      assert.equal(server.subscriptions[0]?.request['fromSlot'], 1);
      assert.equal('fromSlot' in (server.subscriptions[1]?.request ?? {}), false);
    }));

  test('blocks are requested from the node until it is back', () =>
    withGeyser({ liveMilliseconds: 50 }, async ({ server, node, source, clock }) => {
      fillNode(node, 1, 3, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, through(1, 3)));
      let port = 0;
      const blocks = await take(source, 9, ({ slot }) => {
        if (slot === 3) {
          port = server.stop();
          fillNode(node, 4, 6);
        }
        if (slot === 6) {
          assert.match(source.progress().message, /^Geyser http:\S+: .*\. Retrying\.$/);
          server.onSubscribe = (again) => sendBlocks(again, node, through(7, 9));
          fillNode(node, 7, 9, 6);
          void server.listen(port);
        }
      });
      assert.deepEqual(slotsOf(blocks), through(1, 9));
      assert.ok(Math.max(...clock.waits) <= 30_000);
      assert.equal(source.progress().message, '');
    }));

  test('silently, it is subscribed to again and the node fills the gap', () =>
    withGeyser(
      { silenceMilliseconds: 200, liveMilliseconds: 50 },
      async ({ server, node, source }) => {
        fillNode(node, 1, 6, 0);
        inTurn(
          server,
          (subscription) => sendBlocks(subscription, node, [1, 2]),
          (subscription) => {
            node.answers.set('getSlot', () => 5);
            sendBlocks(subscription, node, [5, 6]);
          },
        );
        assert.deepEqual(slotsOf(await take(source, 6)), through(1, 6));
        assert.equal(server.subscriptions.length, 2);
      },
    ));

  test('with bytes that are not an update, following continues', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 5, 0);
      const garbage = Buffer.from('ffffffffffffffffffffffff00', 'hex');
      inTurn(
        server,
        (subscription) => {
          sendBlocks(subscription, node, [1, 2]);
          subscription.send(garbage);
        },
        (subscription) => {
          node.answers.set('getSlot', () => 3);
          sendBlocks(subscription, node, [4, 5]);
        },
      );
      assert.deepEqual(slotsOf(await take(source, 5)), through(1, 5));
      // Starting at that slot would send the unreadable update again.
      assert.equal('fromSlot' in (server.subscriptions[1]?.request ?? {}), false);
    }));

  test('with unreadable transactions in a block, the node provides the block', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 3, 0);
      inTurn(server, (subscription) => {
        sendBlocks(subscription, node, [1]);
        subscription.send(
          encodeMessage('SubscribeUpdate', {
            block: {
              slot: 2,
              blockhash: 'hash2',
              parentSlot: 1,
              parentBlockhash: 'hash1',
              transactions: [{ transaction: { signatures: [Buffer.from('short')] } }],
            },
          }),
        );
        sendBlocks(subscription, node, [3]);
      });
      const blocks = await take(source, 3);
      assert.deepEqual(slotsOf(blocks), [1, 2, 3]);
      assert.deepEqual(blocks[1]?.block, node.chain.get(2));
    }));

  test('with a message above the size limit, the node provides the block', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 4, 0);
      inTurn(
        server,
        (subscription) => {
          sendBlocks(subscription, node, [1]);
          subscription.send(Buffer.alloc(maxMessageBytes + 1));
        },
        (subscription) => {
          node.answers.set('getSlot', () => 2);
          sendBlocks(subscription, node, [3, 4]);
        },
      );
      assert.deepEqual(slotsOf(await take(source, 4)), [1, 2, 3, 4]);
      assert.equal('fromSlot' in (server.subscriptions[1]?.request ?? {}), false);
    }));

  test('with many blocks of a fabricated chain, the node’s blocks are used', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 60, 60);
      inTurn(server, (subscription) => {
        for (let slot = 100; slot < 300; slot++) {
          const block = { ...emptyBlock(slot), parentSlot: slot - 1, previousBlockhash: 'x' };
          subscription.sendBlock(slot, block);
        }
      });
      assert.deepEqual(slotsOf(await take(source, 60)), through(1, 60));
    }));
});

suite('With a Geyser server or node that contradicts itself,', () => {
  const blockOf = (slot: number, parentSlot: number) => ({
    ...emptyBlock(slot, 'wrong'),
    ...{ parentSlot, previousBlockhash: `hash${parentSlot}` },
  });
  const isWrong = ({ block }: { readonly block: { readonly blockhash: string } }): boolean =>
    block.blockhash.endsWith('wrong');

  for (const [ahead, parent] of [
    [10, 5],
    [1_000, 5],
    [100_000_000, 5],
    [1_000, 1_004],
    [100_000_000, 100_000_004],
  ] as const) {
    test(`a block with a slot ${ahead} too high, after ${parent}, costs at most itself`, () =>
      withGeyser({}, async ({ server, node, source }) => {
        fillNode(node, 1, 40, 0);
        inTurn(server, (subscription) => {
          sendBlocks(subscription, node, through(1, 5));
          subscription.sendBlock(5 + ahead, blockOf(5 + ahead, parent));
          sendBlocks(subscription, node, through(6, 40));
        });
        node.onRequest = () => node.answers.set('getSlot', () => 40);
        const taken: number[] = [];
        for await (const sourced of source.follow(new AbortController().signal)) {
          if (!isWrong(sourced)) taken.push(sourced.slot);
          if (sourced.slot === 40) break;
        }
        assert.deepEqual(taken, through(1, 40));
        // Null while the node has not answered getSlot since the wrong block.
        assert.ok([0, null].includes(source.progress().lagSlots));
      }));
  }

  test('a block with a slot too high, as the last one, does not stop polling', () =>
    withGeyser({ liveMilliseconds: 50 }, async ({ server, node, source }) => {
      fillNode(node, 1, 9, 0);
      inTurn(server, (subscription) => {
        sendBlocks(subscription, node, through(1, 5));
        subscription.sendBlock(90_000, blockOf(90_000, 5));
      });
      node.onRequest = () => node.answers.set('getSlot', () => 9);
      assert.deepEqual(slotsOf(await take(source, 9)), through(1, 9));
    }));

  test('the node provides a block with an invalid member', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 3, 0);
      inTurn(server, (subscription) => {
        sendBlocks(subscription, node, [1]);
        subscription.sendBlock(2, { ...blockOf(2, 1), blockhash: 'wrong\u0000' });
        sendBlocks(subscription, node, [3]);
      });
      const blocks = await take(source, 3);
      assert.deepEqual(blocks[1]?.block, node.chain.get(2));
    }));

  test('following starts at the newest slot even if the node first reported one far ahead', () =>
    withGeyser({ from: null }, async ({ server, node, source }) => {
      fillNode(node, 1, 3, 3);
      let answers = 0;
      node.answers.set('getSlot', () => (++answers === 1 ? 100_000_000 : 3));
      server.onSubscribe = (subscription) => sendBlocks(subscription, node, [2, 3]);
      for await (const _ of source.history(new AbortController().signal));
      await assert.rejects(take(source, 1), /newest slot fell from 99999999 to 3/);
      assert.deepEqual(slotsOf(await take(source, 1)), [3]);
    }));

  test('the status shows no lag after the node reported a newest slot far ahead', () =>
    withGeyser({}, async ({ server, node, source }) => {
      fillNode(node, 1, 4, 0);
      node.answers.set('getSlot', () => 100_000_000);
      inTurn(server, (subscription) => {
        // The node must provide slot 2, so it is asked for its newest slot.
        sendBlocks(subscription, node, [1, 3, 4]);
      });
      let lagSlots: number | null = null;
      const blocks = await take(source, 4, () => {
        lagSlots = source.progress().lagSlots;
      });
      assert.deepEqual(slotsOf(blocks), through(1, 4));
      assert.equal(lagSlots, 0);
    }));
});

suite('The token of a Geyser server', () => {
  const token = 'geyser-token-0123456789abcdef';
  test('is sent, and blocks arrive if it is accepted', () =>
    withGeyser({ token, serverToken: token }, async ({ server, node, source }) => {
      fillNode(node, 1, 1, 0);
      inTurn(server, (subscription) => sendBlocks(subscription, node, [1]));
      assert.deepEqual(slotsOf(await take(source, 1)), [1]);
    }));

  for (const from of [null, 1]) {
    test(`falls back to the node with advice if it is refused at the start (${from})`, () =>
      withGeyser({ token, serverToken: 'other', from }, async ({ node, source, clock }) => {
        fillNode(node, 1, 3);
        node.answers.set('getSlot', () => 1);
        for await (const _ of source.history(new AbortController().signal));
        source.onChange(() => node.answers.set('getSlot', () => 3));
        assert.deepEqual(slotsOf(await take(source, 3)), [1, 2, 3]);
        const { message } = source.progress();
        assert.match(message, /token refused: .*\. Enter a valid token \(command line: ARBSCOPE/);
        assert.match(message, /Blocks come from the RPC URL; Geyser is tried again later\.$/);
        assert.ok(!message.includes(token));
        assert.ok(clock.waits.some((wait) => wait >= 10_000));
      }));
  }

  test('falls back to the node with a message if it is refused later', () =>
    withGeyser({ token, serverToken: token, liveMilliseconds: 50 }, async (setting) => {
      const { server, node, source } = setting;
      fillNode(node, 1, 3, 0);
      inTurn(server, (subscription) => {
        sendBlocks(subscription, node, [1]);
        server.token = 'other';
        node.answers.set('getSlot', () => 3);
        subscription.end();
      });
      assert.deepEqual(slotsOf(await take(source, 3)), [1, 2, 3]);
    }));

  test('appears in no message, even if the server repeats it', () =>
    withGeyser({ token, liveMilliseconds: 50 }, async ({ server, node, source }) => {
      fillNode(node, 1, 2, 0);
      const messages: string[] = [];
      source.onChange(() => {
        messages.push(source.progress().message);
        node.answers.set('getSlot', () => 2);
      });
      server.onSubscribe = (subscription) =>
        subscription.fail(status.INTERNAL, `no quota for ${token} and ${token.slice(4, 20)}`);
      await take(source, 2);
      assert.ok(messages.some((message) => message.includes('no quota for')));
      for (const message of messages) {
        assert.ok(!message.includes(token) && !message.includes(token.slice(4, 20)), message);
      }
    }));
});

test('A server without a Geyser service is reported, and the node provides the blocks', () =>
  withGeyser(
    { server: new FakeGeyserServer({ hasSubscribe: false }) },
    async ({ node, source }) => {
      fillNode(node, 1, 2, 0);
      source.onChange(() => node.answers.set('getSlot', () => 2));
      assert.deepEqual(slotsOf(await take(source, 2)), [1, 2]);
      assert.match(source.progress().message, /no Geyser service here\. Check the URL\. Blocks/);
    },
  ));
