import { t } from '@vscode/l10n';
import { addressErrorMessage } from '../../solana/addressErrorMessage.ts';
import type { LookAlike, LookAlikeIndex } from '../../solana/lookAlikeIndex.ts';
import type { ScanMatch } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { createYielder } from './documentScanner.ts';
import type { Located, TextLines, TextPosition } from './documentText.ts';
import { ExpectedAddressScanner } from './expectedAddressScanner.ts';

/** Something wrong in a document. No message holds anything of a secret key. */
export interface AddressProblem {
  readonly kind: 'secret-key' | 'malformed' | 'look-alike';
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly message: string;
  /** The address that was likely meant. */
  readonly suggestion: { readonly address: string; readonly name: string } | null;
  readonly encoding?: 'base58' | 'bytes';
}

export interface FindProblemsOptions {
  readonly document: TextLines & { readonly languageId: string; readonly fileName: string };
  readonly findings: readonly Located<ScanMatch>[];
  readonly lookAlikes: LookAlikeIndex;
  readonly isStopped: () => boolean;
}

/** More of them help nobody. */
const maxProblems = 200;

/** Everything wrong in a document; `null` when nobody wants it any more. */
export async function findProblems(options: FindProblemsOptions): Promise<AddressProblem[] | null> {
  const { document, findings, lookAlikes, isStopped } = options;
  const problems: AddressProblem[] = [];
  const yieldWhenLong = createYielder();
  const isOver = async (): Promise<boolean> =>
    problems.length >= maxProblems || ((await yieldWhenLong()) && isStopped());
  for (const placed of findings) {
    const problem = toProblem(placed, lookAlikes);
    if (problem !== null) problems.push(problem);
    if (await isOver()) break;
  }
  const places = new ExpectedAddressScanner(document.languageId, document.fileName);
  for (let line = 0; line < document.lineCount; line++) {
    for (const { found, start, end } of places.scanLine(document, line)) {
      const fault = addressErrorMessage(found);
      if (fault === null) continue;
      // A key in the place of an address is a key first of all.
      if (problems.some((one) => one.start.line === line && one.kind === 'secret-key')) continue;
      const meant = lookAlikes.find(found);
      const isTypo = meant?.reason === 'few-characters';
      const hint = isTypo ? ` ${t('{0} is {1}.', meant.name, shortAddress(meant.address))}` : '';
      problems.push({
        kind: 'malformed',
        start,
        end,
        message: `${t('Not an address: {0}', fault)}${hint}`,
        suggestion: isTypo ? meant : null,
      });
    }
    if (await isOver()) break;
  }
  return isStopped() ? null : problems;
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
      message: t(
        'Secret key of {0}: whoever reads this file can move the funds of that wallet.',
        shortAddress(found.publicKey),
      ),
      suggestion: null,
      encoding: found.format,
    };
  }
  if (found.kind !== 'address') return null;
  const alike = lookAlikes.find(found.text);
  if (alike === null) return null;
  return { kind: 'look-alike', start, end, message: lookAlikeMessage(alike), suggestion: alike };
}

const lookAlikeMessage = ({ address, name, reason }: LookAlike): string =>
  reason === 'few-characters'
    ? t(
        'One or two characters away from {0} ({1}), but another address: a typo, or made to be taken for it.',
        name,
        shortAddress(address),
      )
    : t(
        'Begins and ends like {0} ({1}), but is another address: it may be made to be taken for it.',
        name,
        shortAddress(address),
      );
