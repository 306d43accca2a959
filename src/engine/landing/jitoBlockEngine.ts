import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { RpcClient } from '../sources/rpc/rpcClient.ts';
import { withMarketErrors } from '../sources/rpc/rpcError.ts';
import { toLandingError } from './landingError.ts';

/**
 * A Jito block engine: takes a transaction as a bundle of one, which lands whole or not at all and
 * is not shown to anybody before.
 */
export class JitoBlockEngine {
  readonly #client: Pick<RpcClient, 'call'>;

  /** `client` posts to `…/api/v1/bundles` of the block engine. */
  constructor(client: Pick<RpcClient, 'call'>) {
    this.#client = client;
  }

  /** Name of the bundle. Throws a MarketError; there is no other way that it tries. */
  async sendBundle(base64: string, signal?: AbortSignal): Promise<string> {
    const params = [[base64], { encoding: 'base64' }];
    const response = await withMarketErrors(
      signal,
      () => this.#client.call('sendBundle', params, signal ?? new AbortController().signal),
      toLandingError,
    );
    if (typeof response !== 'string' || response === '') {
      throw new MarketError(
        'unreadable-answer',
        t('The block engine returned no bundle ID. It may have accepted the bundle.'),
      );
    }
    return response;
  }
}

/** Where bundles are posted to, whatever of the block engine's address was given. */
export function bundlesUrl(blockEngineUrl: string): string {
  const trimmed = blockEngineUrl.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  if (!/\/bundles\/?$/.test(url.pathname)) {
    url.pathname = `${url.pathname.replace(/\/(api\/v1\/?)?$/, '')}/api/v1/bundles`;
  }
  return url.toString();
}
