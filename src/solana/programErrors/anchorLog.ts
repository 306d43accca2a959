import { sanitizeMessage } from '../../api/sanitizeText.ts';

/** What Anchor logs when an instruction of a program fails. */
export interface AnchorLogError {
  readonly name: string;
  readonly code: number;
  /** The program's words, one line of harmless text. */
  readonly message: string;
  /** Name of the account in the program that a check refused; `null`: none is named. */
  readonly account: string | null;
}

/**
 * As `AnchorError::log` writes it, in lang/src/error.rs of github.com/solana-foundation/anchor:
 * `AnchorError occurred.`, `AnchorError thrown in FILE:LINE.` or
 * `AnchorError caused by account: NAME.`
 */
const anchorLine =
  /^Program log: AnchorError (?:occurred|thrown in [^\n]{1,300}?:\d{1,9}|caused by account: (\w{1,100}))\. Error Code: (\w{1,100})\. Error Number: (\d{1,10})\. Error Message: ([^\n]*?)\.?$/;

const maxMessageLength = 300;

/** `null`: another line. Programs choose the words, and can write the whole line themselves. */
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
