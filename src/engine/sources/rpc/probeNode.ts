import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { Commitment } from './blockFetcher.ts';
import { systemClock } from './clock.ts';
import { RpcClient, type RpcClientOptions } from './rpcClient.ts';
import { RpcEndpoint } from './rpcEndpoint.ts';
import { RpcError, rpcErrorCodes, toMarketError } from './rpcError.ts';

/** One question of a probe. */
export interface NodeProbe {
  /** Method that was asked. */
  readonly method: string;
  readonly milliseconds: number;
  readonly error: MarketError | null;
  /** What was answered, in words. */
  readonly message: string;
}

export interface ProbeOptions {
  readonly url: string;
  readonly commitment?: Commitment;
  readonly signal: AbortSignal;
  /** Carries the requests where they do not go straight to the node. */
  readonly dispatcher?: RpcClientOptions['dispatcher'];
}

const timeoutMilliseconds = 20_000;
/** Slots tried for a block: some have none. */
const slotsTried = 8;

/**
 * Asks a node what an engine needs of it: its newest slot, and a whole block in the form that is
 * followed. Stops at the first that fails. Throws a MarketError for a URL that cannot be used.
 */
export async function probeNode({
  url,
  commitment = 'confirmed',
  signal,
  dispatcher,
}: ProbeOptions): Promise<NodeProbe[]> {
  const endpoint = new RpcEndpoint(url);
  const client = new RpcClient({
    endpoint,
    clock: systemClock,
    timeoutMilliseconds,
    connections: 1,
    ...(dispatcher === undefined ? {} : { dispatcher }),
  });
  const probes: NodeProbe[] = [];
  let newestSlot = 0;
  const ask = async (method: string, question: () => Promise<string>): Promise<boolean> => {
    const start = performance.now();
    let error: MarketError | null = null;
    let message = '';
    try {
      message = await question();
    } catch (thrown) {
      if (signal.aborted) throw new MarketError('cancelled', t('Cancelled'));
      const known = toMarketError(thrown);
      if (!MarketError.is(known)) throw known;
      error = known;
      message = known.message;
    }
    probes.push({ method, milliseconds: Math.round(performance.now() - start), error, message });
    return error === null;
  };
  try {
    const isThere = await ask('getSlot', async () => {
      const slot = await client.call('getSlot', [{ commitment }], signal);
      if (!Number.isSafeInteger(slot)) {
        throw new MarketError('unreadable-answer', t('The answer to getSlot is no slot.'));
      }
      newestSlot = Number(slot);
      return t('newest slot {0}', newestSlot);
    });
    if (isThere)
      await ask('getBlock', () => describeNewestBlock(client, newestSlot, commitment, signal));
    return probes;
  } finally {
    await client.close();
  }
}

async function describeNewestBlock(
  client: RpcClient,
  newestSlot: number,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<string> {
  for (let back = 0; ; back += 1) {
    const slot = newestSlot - back;
    try {
      const block = await client.call(
        'getBlock',
        [
          slot,
          {
            commitment,
            encoding: 'base64',
            transactionDetails: 'full',
            rewards: false,
            maxSupportedTransactionVersion: 1,
          },
        ],
        signal,
      );
      const transactions: unknown = Reflect.get(Object(block), 'transactions');
      if (!Array.isArray(transactions)) {
        throw new MarketError('unreadable-answer', t('The answer to getBlock is no block.'));
      }
      return t('block {0} with {1} transactions', slot, transactions.length);
    } catch (error) {
      const isMissing =
        RpcError.is(error) && error.code !== null && missingBlockCodes.has(error.code);
      if (!isMissing || back + 1 >= slotsTried || slot <= 0) throw error;
    }
  }
}

/** The slot has no block, or not yet. */
const missingBlockCodes: ReadonlySet<number> = new Set([
  rpcErrorCodes.slotSkipped,
  rpcErrorCodes.longTermStorageSlotSkipped,
  rpcErrorCodes.blockNotAvailable,
  rpcErrorCodes.blockStatusNotYetAvailable,
]);
