import { t } from '@vscode/l10n';
import { throwIfCancelled } from '../../../api/cancellation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { Commitment } from '../../rpc/rpcMethods.ts';
import { describeTransactions, type NodeProbe } from '../rpc/probeNode.ts';
import { GeyserClient, type GeyserClientOptions } from './geyserClient.ts';
import { GeyserError, toMarketError } from './geyserError.ts';
import { encodeSubscribeRequest, type GeyserBlock, readUpdate } from './geyserMessages.ts';
import { GeyserFormatError } from './protobufReader.ts';
import { readBlock } from './readBlock.ts';

const method = 'Geyser.Subscribe';
/** A running chain produces a block within this time. */
const patienceMilliseconds = 10_000;

/** Subscribes until the first block. Throws a MarketError for an unusable URL or token. */
export async function probeGeyser(
  server: GeyserClientOptions,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<NodeProbe> {
  const client = new GeyserClient(server);
  const start = performance.now();
  const found: GeyserBlock[] = [];
  const ending = new AbortController();
  const patience = AbortSignal.timeout(patienceMilliseconds);
  try {
    const failure = await client.subscribe(
      encodeSubscribeRequest({ commitment, fromSlot: null }),
      {
        onMessage: (bytes) => {
          const update = readUpdate(bytes);
          if (update.kind !== 'block') return;
          found.push(update.block);
          ending.abort();
        },
      },
      AbortSignal.any([signal, ending.signal, patience]),
    );
    throwIfCancelled(signal);
    const milliseconds = Math.round(performance.now() - start);
    const [block] = found;
    if (block !== undefined)
      return { method, milliseconds, ...describeBlock(block, client.origin) };
    const seconds = patienceMilliseconds / 1_000;
    const error = toMarketError(
      patience.aborted
        ? new GeyserError(
            'unreachable',
            t('Geyser {0}: no block for {1} s', client.origin, seconds),
          )
        : failure,
    );
    return { method, milliseconds, error, message: error.message };
  } finally {
    client.close();
  }
}

function describeBlock(block: GeyserBlock, origin: string): Pick<NodeProbe, 'error' | 'message'> {
  try {
    return { error: null, message: describeTransactions(block.slot, readBlock(block)) };
  } catch (thrown) {
    if (!MarketError.is(thrown) && !GeyserFormatError.is(thrown)) throw thrown;
    const error = MarketError.is(thrown)
      ? thrown
      : toMarketError(
          new GeyserError('unreadable', t('Geyser {0}: a block is unreadable', origin)),
        );
    return { error, message: error.message };
  }
}
