import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { Commitment } from '../../rpc/rpcMethods.ts';
import type { NodeProbe } from '../rpc/probeNode.ts';
import { GeyserClient, type GeyserClientOptions } from './geyserClient.ts';
import { GeyserError, toMarketError } from './geyserError.ts';
import { encodeSubscribeRequest, type GeyserBlock, readUpdate } from './geyserMessages.ts';

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
    if (signal.aborted) throw new MarketError('cancelled', t('Cancelled'));
    const milliseconds = Math.round(performance.now() - start);
    const [block] = found;
    if (block !== undefined) {
      const message = t('slot {0}, {1} transactions', block.slot, block.transactions.length);
      return { method: 'Geyser.Subscribe', milliseconds, error: null, message };
    }
    const seconds = patienceMilliseconds / 1_000;
    const error = toMarketError(
      patience.aborted
        ? new GeyserError(
            'unreachable',
            t('Geyser {0}: no block for {1} s', client.origin, seconds),
          )
        : failure,
    );
    return { method: 'Geyser.Subscribe', milliseconds, error, message: error.message };
  } finally {
    client.close();
  }
}
