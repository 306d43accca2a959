import type { BotConfig } from '../../botConfig/model.ts';
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
    const request = { kind: 'read', document, version, text, isAddressFile } as const;
    const { config } = await worker.request(request);
    if (config === null) return null;
    const nowMilliseconds = Date.now();
    const checked = await worker.request({ kind: 'check', document, version, nowMilliseconds });
    return { ...config, groups: checked.config?.groups ?? config.groups };
  } catch (error) {
    throw toMarketError(error);
  } finally {
    worker.request({ kind: 'close', document }).catch(() => undefined);
  }
}
