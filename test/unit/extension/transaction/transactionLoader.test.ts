import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedNames } from '../../../../src/api/arbscope/idlNames.ts';
import { MarketError, type MarketErrorKind } from '../../../../src/api/marketError.ts';
import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import type { NameTransactionResponse } from '../../../../src/backend/protocol/idlProtocol.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import {
  TransactionLoader,
  type TransactionLoaderOptions,
} from '../../../../src/extension/transaction/transactionLoader.ts';
import type { LoadOptions } from '../../../../src/extension/ui/panels/panelKind.ts';
import { transactionResponse } from '../../webview/route/routeSamples.ts';

const service: Connection = {
  kind: 'service',
  name: 'Paid',
  baseUrl: 'https://service.test',
  landingUrl: null,
  encoding: 'brackets',
  tier: 'low',
  requestsPerMinute: {},
} as const;
const node: Connection = {
  kind: 'node',
  name: 'My node',
  origin: 'https://node.test',
  blockEngineUrl: null,
};

type Ask = TransactionLoaderOptions['active']['service']['transaction'];
const names: RecordedNames = {
  calls: [],
  events: [],
  error: { program: 'P', name: 'TooLate', message: '' },
};
const unknown: Ask = async () => {
  throw new MarketError('not-found', 'Nothing of that signature.');
};

function lookUp(
  current: Connection,
  all: readonly Connection[],
  ask: Ask,
  ofNode: () => TransactionDetail = () => ({ ...transactionResponse(), from_node: true }),
  idls: TransactionLoaderOptions['idls'] = { isEmpty: true, mayName: () => false },
  named: () => NameTransactionResponse = () => names,
) {
  const requests: string[] = [];
  const reports: string[] = [];
  const parts = new TransactionLoader({
    idls,
    errorSources: { find: async (...error) => error.slice(0, 2).join(' ') },
    recentResponses: new RecentResponses(),
    active: {
      current,
      service: { transaction: ask } as TransactionLoaderOptions['active']['service'],
      request: async (method) => {
        requests.push(method);
        return named();
      },
      settingsOf: async ({ name }) => ({ kind: 'node', rpcUrl: `https://secret.test/${name}` }),
    },
    store: { all },
    backend: {
      request: async (method) => {
        requests.push(method);
        return { result: ofNode(), names };
      },
    },
  });
  const options: LoadOptions = {
    signal: new AbortController().signal,
    report: (words) => reports.push(words),
    warn: () => undefined,
  };
  return { find: () => parts.load('5'.repeat(88), options), requests, reports };
}

describe('A transaction looked up by signature', () => {
  test('is fetched from the user’s node if the service does not know it, with a note', async () => {
    const { find, requests, reports } = lookUp(service, [service, node], unknown);
    const content = await find();
    assert.deepEqual(requests, ['readTransaction']);
    assert.equal(content.source, 'My node');
    assert.match(
      content.sourceNote,
      /^Not found by Paid\. Fetched from the node My node and decoded on this machine\./,
    );
    assert.match(reports.join(), /Not found by Paid\. Querying My node…/);
    assert.equal(JSON.stringify(content).includes('secret.test'), false);
  });

  test('is not found by either: the error names both service and node', async () => {
    const failing = (kind: MarketErrorKind) => () => {
      throw new MarketError(kind, 'Not here.');
    };
    const neither = lookUp(service, [service, node], unknown, failing('not-found'));
    await assert.rejects(neither.find(), {
      kind: 'not-found',
      message: 'Not found by Paid. My node: Not here.',
    });
    const down = lookUp(service, [service, node], unknown, failing('unreachable'));
    await assert.rejects(down.find(), {
      kind: 'unreachable',
      message: 'Not found by Paid. My node: Not here.',
    });
  });

  test('is not found without a node, and no other request is sent', async () => {
    const { find, requests } = lookUp(service, [service], unknown);
    await assert.rejects(find(), (error) => MarketError.is(error, 'not-found'));
    assert.deepEqual(requests, []);
  });

  test('is not requested from a node after any other failure, or with the Sandbox', async () => {
    const refused: Ask = async () => {
      throw new MarketError('unauthorized', 'The key is wrong.');
    };
    for (const [current, ask] of [
      [service, refused],
      [{ kind: 'sandbox', name: 'Sandbox' }, unknown],
    ] as const) {
      const { find, requests } = lookUp(current, [node], ask);
      await assert.rejects(find());
      assert.deepEqual(requests, []);
    }
  });

  test('is shown with the readable parts of a response, and lists the others', async () => {
    const { tips_details: _gone, ...rest } = transactionResponse();
    const { find } = lookUp(service, [service], async (_parameters, options) => {
      options?.onResponse?.({
        faults: [{ kind: 'unreadable-answer', message: 'tips_details is text' }],
      });
      return rest as ReturnType<typeof transactionResponse>;
    });
    const content = await find();
    assert.deepEqual(content.tips, []);
    assert.equal(content.legs.length, 2);
    assert.match(content.sourceNote, /Some parts could not be read: tips_details is text/);
  });

  test('is named where its instructions are: by a node, the Sandbox, or the user’s own node', async () => {
    const known: Ask = async () => transactionResponse();
    const own = { isEmpty: false, mayName: () => true };
    const find = async (...given: Parameters<typeof lookUp>) => {
      const { find: load, requests } = lookUp(...given);
      const { errorName, sourceNote } = await load();
      return [requests, errorName, sourceNote];
    };
    const sandbox: Connection = { kind: 'sandbox', name: 'Sandbox' };
    for (const current of [node, sandbox]) {
      const named = await find(current, [node], known, undefined, own);
      assert.deepEqual(named, [['nameTransaction'], 'TooLate', '']);
    }
    const ofService = await find(service, [service, node], known, undefined, own);
    assert.deepEqual(ofService, [['readTransaction'], 'TooLate', '']);
    const withoutNode = await find(service, [service], known, undefined, own);
    assert.deepEqual(withoutNode, [[], '', '']);
    const withoutIdls = await find(node, [node], known);
    assert.deepEqual(withoutIdls, [[], '', '']);
    const { errorName, errorSource } = await lookUp(service, [service, node], unknown).find();
    assert.deepEqual([errorName, errorSource], ['TooLate', 'P TooLate']);
  });

  test('notes that it was not named only if the workspace has IDLs', async () => {
    const known: Ask = async () => transactionResponse();
    const failing = () => {
      throw new MarketError('unreachable', 'No response.');
    };
    for (const [isEmpty, note] of [
      [false, 'Instructions were not named: No response.'],
      [true, ''],
    ] as const) {
      const idls = { isEmpty, mayName: () => true };
      const { find } = lookUp(node, [node], known, undefined, idls, failing);
      assert.equal((await find()).sourceNote, note);
    }
  });

  test('notes if the node returned it but not its index', async () => {
    const { find } = lookUp(node, [node], async () => ({
      ...transactionResponse(),
      from_node: true,
    }));
    assert.match((await find()).sourceNote, /^Not in the index\. Fetched from the node/);
  });
});
