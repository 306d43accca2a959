import { sanitizeMessage } from '../../api/sanitizeText.ts';

export interface AnchorLogError {
  readonly name: string;
  readonly code: number;
  /** From the program, sanitized to one line. */
  readonly message: string;
  /** Name in the program of the account that failed a check. */
  readonly account: string | null;
}

/**
 * Format of `AnchorError::log` in lang/src/error.rs of github.com/solana-foundation/anchor:
 * `AnchorError occurred.`, `AnchorError thrown in FILE:LINE.` or `AnchorError caused by account:
 * NAME.`
 */
const anchorLine =
  /^Program log: AnchorError (?:occurred|thrown in [^\n]{1,300}?:\d{1,9}|caused by account: (\w{1,100}))\. Error Code: (\w{1,100})\. Error Number: (\d{1,10})\. Error Message: ([^\n]*?)\.?$/;

const maxMessageLength = 300;

/** `null` for any other line. Programs choose the texts and can forge the whole line. */
export function readAnchorLine(line: string): AnchorLogError | null {
  const [, account, name, code, message] = anchorLine.exec(line) ?? [];
  if (name === undefined || code === undefined || message === undefined) return null;
  return {
    name,
    code: Number(code),
    message: sanitizeMessage(message, maxMessageLength),
    account: account ?? null,
  };
}
