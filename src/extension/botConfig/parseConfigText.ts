import type { BotConfig } from '../../botConfig/model.ts';
import { unpackConfig } from '../../botConfig/worker/packConfig.ts';
import { createYielder } from '../shared/documentScanner.ts';
import { type ConfigWorker, toMarketError } from './configWorker.ts';

let lastNumber = 0;

/** Null: not a config, or broken. Groups flat lists by known pools. Throws a MarketError. */
export async function parseConfigText(
  worker: Pick<ConfigWorker, 'request'>,
  text: string,
): Promise<BotConfig | null> {
  lastNumber += 1;
  const document = `text:${lastNumber}`;
  const version = 1;
  const isAddressFile = false;
  try {
    const read = await worker.request({ kind: 'read', document, version, text, isAddressFile });
    const { config } = await unpackConfig(read.packed, createYielder());
    if (config === null) return null;
    const nowMilliseconds = Date.now();
    const check = await worker.request({ kind: 'check', document, version, nowMilliseconds });
    const checked = await unpackConfig(check.packed, createYielder());
    return { ...config, groups: checked.config?.groups ?? config.groups };
  } catch (error) {
    throw toMarketError(error);
  } finally {
    worker.request({ kind: 'close', document }).catch(() => undefined);
  }
}
