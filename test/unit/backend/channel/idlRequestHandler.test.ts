import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { IdlRequestHandler } from '../../../../src/backend/channel/idlRequestHandler.ts';
import type {
  WindowConnection,
  WindowRequest,
} from '../../../../src/backend/channel/windowConnection.ts';
import { WindowIdls } from '../../../../src/backend/channel/windowIdls.ts';
import type { Connection } from '../../../../src/backend/connectionBase/connection.ts';
import type {
  NameInstructionsResponse,
  NameTransactionResponse,
  PublishedProgramResponse,
} from '../../../../src/backend/protocol/idlProtocol.ts';
import { sandboxTransaction } from '../../../fixtures/engineResponses.ts';

const program = 'Mine111111111111111111111111111111111111111';
const text = JSON.stringify({ name: 'mine', instructions: [{ name: 'go', args: [] }] });
const go = { program, data: 'JAdzBfyScg0=', accounts: [] };
const published: Partial<Connection> = { idlTexts: async () => new Map([[program, text]]) };

function handlersOver(connection: () => Promise<Partial<Connection>>, isChainOff = false) {
  const window = {} as WindowConnection;
  const idls = new WindowIdls();
  idls.set(window, { files: [], isChainOff });
  const connections = { whenReady: async () => (await connection()) as Connection };
  const { handlers } = new IdlRequestHandler(connections, idls);
  const request = (parameters: object): WindowRequest => ({
    parameters,
    window,
    signal: new AbortController().signal,
    onProgress: async () => undefined,
  });
  return {
    nameInstructions: async (members: object) => {
      const answer = await handlers.nameInstructions(request({ instructions: [go], ...members }));
      return (answer as NameInstructionsResponse).calls.map((call) => call?.source ?? null);
    },
    publishedProgram: async () =>
      (await handlers.publishedProgram(
        request({ connectionId: 'node', program }),
      )) as PublishedProgramResponse,
    nameTransaction: async (signature: string) =>
      (await handlers.nameTransaction(
        request({ connectionId: 'node', signature }),
      )) as NameTransactionResponse,
  };
}

describe('The instructions of an inspected transaction', () => {
  it('are named by what the program publishes, unless the user turned that off', async () => {
    const open = () => Promise.resolve(published);
    const ask = { connectionId: 'node' };
    assert.deepEqual(await handlersOver(open).nameInstructions(ask), ['chain']);
    assert.deepEqual(await handlersOver(open).nameInstructions({}), [null]);
    assert.deepEqual(await handlersOver(open, true).nameInstructions(ask), [null]);
  });

  it('are shown without names if the node does not respond', async () => {
    const failing = () => Promise.reject(new MarketError('unreachable', 'No response.'));
    const { nameInstructions } = handlersOver(failing);
    assert.deepEqual(await nameInstructions({ connectionId: 'node' }), [null]);
  });
});

describe('The instructions of a landed transaction', () => {
  it('are unknown over a service, and an error tells if they are missing or unreadable', async () => {
    const { signature, transaction } = await sandboxTransaction();
    const service = handlersOver(async () => ({}));
    assert.equal(await service.nameTransaction(signature), null);
    const rawTransaction = async (asked: string) => (asked === signature ? transaction : null);
    const chain = handlersOver(async () => ({ rawTransaction }));
    assert.deepEqual(await chain.nameTransaction(signature), {
      calls: [],
      events: [],
      error: null,
    });
    await assert.rejects(chain.nameTransaction('3'.repeat(88)), { kind: 'not-found' });
    const hostile = { ...transaction, meta: { ...transaction.meta, postTokenBalances: [{}] } };
    const broken = handlersOver(async () => ({ rawTransaction: async () => hostile as never }));
    await assert.rejects(broken.nameTransaction(signature), { kind: 'unreadable-answer' });
  });
});

describe('The program of an address', () => {
  it('is described by the IDL that it publishes, unless the user turned that off', async () => {
    const open = () => Promise.resolve(published);
    const described = await handlersOver(open).publishedProgram();
    assert.deepEqual([described?.name, described?.instructions], ['mine', ['go']]);
    assert.equal(await handlersOver(open, true).publishedProgram(), null);
    assert.equal(await handlersOver(async () => ({})).publishedProgram(), null);
  });
});
