import { MarketError } from '../../api/marketError.ts';
import type { SourceConfig } from '../engines/sourceConfig.ts';
import type { ServiceSettings } from '../protocol/connectionProtocol.ts';

export type StandaloneSource =
  | { readonly kind: 'engine'; readonly choice: SourceConfig; readonly storePath: string }
  | { readonly kind: 'service'; readonly settings: ServiceSettings };

/** Throws a MarketError for an invalid RPC URL. */
export function originOf(source: StandaloneSource): string {
  if (source.kind === 'service') return new URL(source.settings.baseUrl).origin;
  const { choice } = source;
  if (choice.kind !== 'rpc') return choice.kind;
  if (!URL.canParse(choice.url))
    throw new MarketError('bad-parameter', 'The RPC URL is not a valid URL');
  return new URL(choice.url).origin;
}
