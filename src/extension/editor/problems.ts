import { setImmediate as nextTurn } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import type { LookAlike, LookAlikes } from '../../solana/lookAlikes.ts';
import { addressFault } from '../../solana/malformedAddress.ts';
import type { Finding } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { AddressPlaces } from './addressPlaces.ts';
import type { LinedText, Place, Placed } from './documentText.ts';

/** Something wrong in a document. No message holds anything of a secret key. */
export interface Problem {
  readonly kind: 'secret-key' | 'malformed' | 'look-alike';
  readonly start: Place;
  readonly end: Place;
  readonly message: string;
  /** The address that was likely meant. */
  readonly meant: { readonly address: string; readonly name: string } | null;
  /** Of a secret key. */
  readonly form?: 'base58' | 'bytes';
}

export interface ProblemsOptions {
  readonly document: LinedText & { readonly languageId: string; readonly fileName: string };
  readonly findings: readonly Placed<Finding>[];
  readonly lookAlikes: LookAlikes;
  readonly isStopped: () => boolean;
}

const turnMilliseconds = 8;
/** More of them help nobody. */
const mostProblems = 200;

/** Everything wrong in a document; `null` when nobody wants it any more. */
export async function findProblems(options: ProblemsOptions): Promise<Problem[] | null> {
  const { document, findings, lookAlikes, isStopped } = options;
  const problems: Problem[] = [];
  let turnEnds = performance.now() + turnMilliseconds;
  const isOver = async (): Promise<boolean> => {
    if (problems.length >= mostProblems) return true;
    if (performance.now() < turnEnds) return false;
    await nextTurn();
    turnEnds = performance.now() + turnMilliseconds;
    return isStopped();
  };
  for (const placed of findings) {
    const problem = problemOf(placed, lookAlikes);
    if (problem !== null) problems.push(problem);
    if (await isOver()) break;
  }
  const places = new AddressPlaces(document.languageId, document.fileName);
  for (let line = 0; line < document.lineCount; line++) {
    for (const { found, start, end } of places.of(document, line)) {
      const fault = addressFault(found.text);
      if (fault === null) continue;
      // A key in the place of an address is a key first of all.
      if (problems.some((one) => one.start.line === line && one.kind === 'secret-key')) continue;
      const meant = lookAlikes.find(found.text);
      const isTypo = meant?.because === 'few-characters';
      const hint = isTypo ? ` ${t('{0} is {1}.', meant.name, shortAddress(meant.address))}` : '';
      problems.push({
        kind: 'malformed',
        start,
        end,
        message: `${t('Not an address: {0}', fault)}${hint}`,
        meant: isTypo ? meant : null,
      });
    }
    if (await isOver()) break;
  }
  return isStopped() ? null : problems;
}

function problemOf({ found, start, end }: Placed<Finding>, lookAlikes: LookAlikes): Problem | null {
  if (found.kind === 'secret-key') {
    return {
      kind: 'secret-key',
      start,
      end,
      message: t(
        'Secret key of {0}: whoever reads this file can move the funds of that wallet.',
        shortAddress(found.publicKey),
      ),
      meant: null,
      form: found.form,
    };
  }
  if (found.kind !== 'address') return null;
  const alike = lookAlikes.find(found.text);
  if (alike === null) return null;
  return { kind: 'look-alike', start, end, message: alikeWords(alike), meant: alike };
}

const alikeWords = ({ address, name, because }: LookAlike): string =>
  because === 'few-characters'
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
