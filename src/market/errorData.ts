import type { MarketError } from '../interface/marketError.ts';
import type { CallErrorData } from './callProtocol.ts';

/** A MarketError as it crosses the channel. */
export const errorData = ({
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
