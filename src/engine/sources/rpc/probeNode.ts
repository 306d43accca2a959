import { t } from '@vscode/l10n';
import { formatDuration } from '../../../api/format.ts';
import { joinClauses, joinList } from '../../../api/join.ts';
import { MarketError } from '../../../api/marketError.ts';
import { type Clock, systemClock } from '../../../http/retry.ts';
import { decodeBlock } from '../../decode/decodeBlock.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import { unreadableMessage } from '../../decode/unreadableMessage.ts';
import { RpcClient, type RpcClientOptions } from '../../rpc/rpcClient.ts';
import { hasNoBlock, withMarketErrors } from '../../rpc/rpcError.ts';
import { type Commitment, getBlockParams } from '../../rpc/rpcMethods.ts';
import { checkBlock } from './blockFetcher.ts';

export interface NodeProbe {
  readonly method: string;
  readonly milliseconds: number;
  readonly error: MarketError | null;
  readonly message: string;
}

/** Some slots have no block. */
const slotsTried = 8;

/** Throws a MarketError for an unusable URL. */
export async function probeNode(
  node: RpcClientOptions,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<NodeProbe[]> {
  const client = new RpcClient(node);
  const probes: NodeProbe[] = [];
  let newestSlot = 0;
  const ask = async (method: string, question: () => Promise<string>): Promise<boolean> => {
    const start = performance.now();
    let error: MarketError | null = null;
    let message = '';
    try {
      message = await withMarketErrors(signal, question);
    } catch (thrown) {
      if (!MarketError.is(thrown) || thrown.kind === 'cancelled') throw thrown;
      error = thrown;
      message = thrown.message;
    }
    probes.push({ method, milliseconds: Math.round(performance.now() - start), error, message });
    return error === null;
  };
  try {
    const isThere = await ask('getSlot', async () => {
      const slot = await client.call('getSlot', [{ commitment }], signal);
      if (!Number.isSafeInteger(slot)) {
        throw new MarketError('unreadable-answer', t('Unreadable response to {0}', 'getSlot'));
      }
      newestSlot = Number(slot);
      return t('newest slot {0}', newestSlot);
    });
    if (isThere)
      await ask('getBlock', () =>
        describeNewestBlock(client, newestSlot, commitment, node.clock ?? systemClock, signal),
      );
    return probes;
  } finally {
    await client.close();
  }
}

async function describeNewestBlock(
  client: RpcClient,
  newestSlot: number,
  commitment: Commitment,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  for (let back = 0; ; back += 1) {
    const slot = newestSlot - back;
    try {
      const response = await client.call('getBlock', getBlockParams(slot, commitment), signal);
      const block = checkBlock(slot, response);
      if (block === null) {
        throw new MarketError('unreadable-answer', t('Unreadable response to {0}', 'getBlock'));
      }
      return joinClauses([
        describeTransactions(slot, block),
        describeLag(back, block.blockTime ?? null, clock.now()),
      ]);
    } catch (error) {
      if (!hasNoBlock(error) || back + 1 >= slotsTried || slot <= 0) throw error;
    }
  }
}

/** Throws a MarketError of kind `unreadable-answer` if the engine cannot index the block. */
export function describeTransactions(slot: number, block: RpcBlock): string {
  const { transactions, unreadablePart: part } = decodeBlock(slot, block);
  if (part?.isMost === true) throw new MarketError('unreadable-answer', unreadableMessage(part));
  return joinClauses([
    t('slot {0}, {1} transactions', slot, transactions),
    part === null ? '' : unreadableMessage(part),
  ]);
}

function describeLag(slots: number, blockTimeSeconds: number | null, now: number): string {
  // Block times are whole seconds.
  const age = blockTimeSeconds === null ? null : Math.max(0, now / 1_000 - blockTimeSeconds);
  return joinList([
    slots === 0 ? '' : slots === 1 ? t('1 slot behind') : t('{0} slots behind', slots),
    age === null ? '' : t('{0} old', formatDuration(age)),
  ]);
}
