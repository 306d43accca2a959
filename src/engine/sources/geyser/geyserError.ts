import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../../api/marketError.ts';
import { sanitizeMessage } from '../../../api/sanitizeText.ts';

export type GeyserErrorKind =
  | 'refused'
  /** The responding server is not a Geyser server. */
  | 'unsupported'
  /** The server does not fulfil the request, for example a start slot that it no longer has. */
  | 'rejected'
  /** Also for a message that is too long. */
  | 'unreadable'
  | 'unreachable';

/** Its message is safe to display, like a MarketError's. */
export class GeyserError extends Error {
  override readonly name = 'GeyserError';
  readonly kind: GeyserErrorKind;

  constructor(kind: GeyserErrorKind, message: string) {
    super(sanitizeMessage(message));
    this.kind = kind;
  }

  static is(error: unknown): error is GeyserError {
    return error instanceof GeyserError;
  }

  /** A retry is useless until the user changes the settings. */
  get isFinal(): boolean {
    return this.kind === 'refused' || this.kind === 'unsupported';
  }
}

/** For the command line. */
export const geyserTokenVariable = 'ARBSCOPE_GEYSER_TOKEN';

export const refusedError = (origin: string): GeyserError =>
  new GeyserError(
    'refused',
    t(
      'Geyser {0}: token refused. Enter a valid token (command line: {1}).',
      origin,
      geyserTokenVariable,
    ),
  );

export const unsupportedError = (origin: string): GeyserError =>
  new GeyserError('unsupported', t('Geyser {0}: no Geyser service here. Check the URL.', origin));

const marketErrorKinds: Readonly<Record<GeyserErrorKind, MarketErrorKind>> = {
  refused: 'unauthorized',
  unsupported: 'not-offered',
  rejected: 'service-failing',
  unreadable: 'unreadable-answer',
  unreachable: 'unreachable',
};

export const toMarketError = ({ kind, message }: GeyserError): MarketError =>
  new MarketError(marketErrorKinds[kind], message);
