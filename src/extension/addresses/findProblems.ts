import { t } from '@vscode/l10n';
import { createYielder } from '../../api/createYielder.ts';
import { joinNote } from '../../api/join.ts';
import { addressErrorMessage } from '../../solana/addressErrorMessage.ts';
import type { LookAlike, LookAlikeIndex } from '../../solana/lookAlikeIndex.ts';
import type { ScanMatch, SecretKeyMatch } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Located, TextLines, TextPosition } from '../shared/documentText.ts';
import { type AddressPlace, ExpectedAddressScanner } from './expectedAddressScanner.ts';

/** No message contains any part of a secret key. */
export interface AddressProblem {
  readonly kind: 'secret-key' | 'malformed' | 'look-alike';
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly message: string;
  /** The address that was probably meant, and its label. */
  readonly suggestion: { readonly address: string; readonly name: string } | null;
  readonly encoding?: SecretKeyMatch['format'];
}

export interface FindProblemsOptions {
  readonly document: TextLines & { readonly languageId: string; readonly fileName: string };
  readonly findings: readonly Located<ScanMatch>[];
  readonly lookAlikes: LookAlikeIndex;
  readonly isStopped: () => boolean;
}

/** More would not help the user. */
const maxProblems = 200;

/** Null if the scan was stopped. */
export async function findProblems(options: FindProblemsOptions): Promise<AddressProblem[] | null> {
  const { document, findings, lookAlikes, isStopped } = options;
  const problems: AddressProblem[] = [];
  const yieldWhenLong = createYielder();
  const isOver = async (): Promise<boolean> => {
    await yieldWhenLong();
    return problems.length >= maxProblems || isStopped();
  };
  for (const placed of findings) {
    const problem = toProblem(placed, lookAlikes);
    if (problem !== null) problems.push(problem);
    if (await isOver()) break;
  }
  const places = new ExpectedAddressScanner(document.languageId, document.fileName);
  for (let line = 0; line < document.lineCount; line++) {
    for (const place of places.scanLine(document, line)) {
      const problem = malformedProblem(place, lookAlikes);
      if (problem === null) continue;
      // A secret key where an address is expected is reported only as a secret key.
      if (problems.some((one) => one.kind === 'secret-key' && isOnLine(one, line))) continue;
      problems.push(problem);
    }
    if (await isOver()) break;
  }
  return isStopped() ? null : problems;
}

const isOnLine = ({ start, end }: AddressProblem, line: number): boolean =>
  start.line <= line && line <= end.line;

/** Reports a malformed address: where one is expected, or a few characters from a known one. */
function malformedProblem(
  { found, start, end, isExpected }: AddressPlace,
  lookAlikes: LookAlikeIndex,
): AddressProblem | null {
  const message = addressErrorMessage(found);
  if (message === null) return null;
  const alike = lookAlikes.find(found);
  if (alike?.reason !== 'few-characters') {
    return isExpected ? { kind: 'malformed', start, end, message, suggestion: null } : null;
  }
  const suggestion = { address: alike.address, name: labelOf(alike) };
  const hint = t('{0} Did you mean {1}?', message, suggestion.name);
  return { kind: 'malformed', start, end, message: hint, suggestion };
}

function secretKeyMessage({ format, publicKey }: SecretKeyMatch): string {
  if (format === 'seed-phrase') {
    return t('Seed phrase: anyone who reads this file can move its funds.');
  }
  return publicKey === null
    ? t('Secret key: anyone who reads this file can move its funds.')
    : t(
        'Secret key of {0}: anyone who reads this file can move its funds.',
        shortAddress(publicKey),
      );
}

function toProblem(
  { found, start, end }: Located<ScanMatch>,
  lookAlikes: LookAlikeIndex,
): AddressProblem | null {
  if (found.kind === 'secret-key') {
    return {
      kind: 'secret-key',
      start,
      end,
      message: secretKeyMessage(found),
      suggestion: null,
      encoding: found.format,
    };
  }
  if (found.kind !== 'address') return null;
  const alike = lookAlikes.find(found.text);
  if (alike === null) return null;
  const name = labelOf(alike);
  return {
    kind: 'look-alike',
    start,
    end,
    message:
      alike.reason === 'few-characters'
        ? t('Differs from {0} by one or two characters: a typo, or a spoofed address.', name)
        : t('Same first and last characters as {0}, but another address: may be spoofed.', name),
    suggestion: { address: alike.address, name },
  };
}

/** `USDC (EPjF…Dt1v)`. */
const labelOf = ({ name, address }: LookAlike): string =>
  name === shortAddress(address) ? name : joinNote(name, shortAddress(address));
