import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../../api/marketError.ts';
import { sanitizeMessage } from '../../../api/sanitizeText.ts';

/** Why a Geyser server sends no blocks. */
export type GeyserErrorKind =
  /** It does not accept the token. */
  | 'refused'
  /** What answers is no Geyser server. */
  | 'unsupported'
  /** It does not do what the request says, such as to begin at a slot that it does not keep. */
  | 'rejected'
  /** It sent something that cannot be read, or that is too long. */
  | 'unreadable'
  /** It ended, or cannot be reached. */
  | 'unreachable';

/** A failure of a Geyser server. Its message is as safe as a MarketError's. */
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

  /** Whether trying again changes nothing until somebody changes the settings. */
  get isFinal(): boolean {
    return this.kind === 'refused' || this.kind === 'unsupported';
  }
}

/** The environment variable with the token, for the command line. */
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

/** The failure as callers of the engine know failures. */
export const toMarketError = ({ kind, message }: GeyserError): MarketError =>
  new MarketError(marketErrorKinds[kind], message);
