import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../../api/marketError.ts';
import { sanitizeMessage } from '../../../api/sanitizeText.ts';

/** Why a Geyser server does not send blocks. */
export type GeyserErrorKind =
  /** The server does not accept the token. */
  | 'refused'
  /** The responding server is not a Geyser server. */
  | 'unsupported'
  /** The server does not fulfil the request, for example a start slot that it no longer has. */
  | 'rejected'
  /** The server sent an unreadable or too long message. */
  | 'unreadable'
  /** The connection ended or cannot be established. */
  | 'unreachable';

/** A failure of a Geyser server. Its message is safe to display, like a MarketError's. */
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

  /** True if a retry is useless until the user changes the settings. */
  get isFinal(): boolean {
    return this.kind === 'refused' || this.kind === 'unsupported';
  }
}

/** Environment variable with the token, for the command line. */
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

/** Converts the failure to the error type of the engine's API. */
export const toMarketError = ({ kind, message }: GeyserError): MarketError =>
  new MarketError(marketErrorKinds[kind], message);
