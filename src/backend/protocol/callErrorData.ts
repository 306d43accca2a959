import type { MarketError } from '../../api/marketError.ts';
import type { CallErrorData } from './callProtocol.ts';

/** A MarketError as it crosses the channel. */
export const toCallErrorData = ({
  kind,
  message,
  parameter,
  retryAfterSeconds,
}: MarketError): CallErrorData => ({
  kind,
  message,
  ...(parameter === undefined ? {} : { parameter }),
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
