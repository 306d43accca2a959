import { t } from '@vscode/l10n';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { IdlAccount } from './model.ts';

export interface CallAccount {
  /** `null`: not resolved. */
  readonly address: string | null;
  readonly isWritable: boolean;
  readonly isSigner: boolean;
}

export interface NamedAccounts {
  /** As many as the call has; `null`: the IDL has no name. */
  readonly names: readonly (string | null)[];
  /** The list may be that of another version of the program. */
  readonly isDoubtful: boolean;
  /** Differences; each is one line. */
  readonly notes: readonly string[];
}

/**
 * @param isTopLevel whether the call is an instruction of the transaction: programs sign for their
 * own addresses in other calls
 */
export function nameAccounts(
  expected: readonly IdlAccount[],
  given: readonly CallAccount[],
  { program, isTopLevel }: { readonly program: string; readonly isTopLevel: boolean },
): NamedAccounts {
  const doubts = findDoubts(expected, given, program);
  const names = given.map((_, at) => expected[at]?.name ?? null);
  if (doubts.length > 0) {
    const doubt = t('The account names are doubtful: the program may have another version.');
    return { names, isDoubtful: true, notes: [...doubts, doubt] };
  }
  const notes = expected.flatMap((account, at) => {
    const actual = given[at];
    if (actual === undefined || isLeftOut(account, actual.address, program)) return [];
    return [
      ...(account.isWritable && !actual.isWritable
        ? [t('Account {0} should be writable', account.name)]
        : []),
      ...(account.isSigner === true && isTopLevel && !actual.isSigner
        ? [t('Account {0} should sign', account.name)]
        : []),
    ];
  });
  return { names, isDoubtful: false, notes };
}

/** An optional account is left out by giving the program’s own address. */
const isLeftOut = (account: IdlAccount, actual: string | null, program: string): boolean =>
  account.isOptional && actual === program;

function findDoubts(
  expected: readonly IdlAccount[],
  given: readonly CallAccount[],
  program: string,
): string[] {
  const missing = expected.slice(given.length).find((account) => !account.isOptional);
  const others = expected.flatMap((account, at) => {
    const actual = given[at]?.address ?? null;
    if (account.address === null || actual === null || actual === account.address) return [];
    const [is, expects] = [shortAddress(actual), shortAddress(account.address)];
    return isLeftOut(account, actual, program)
      ? []
      : [t('Account {0} is {1}; the IDL expects {2}', account.name, is, expects)];
  });
  return missing === undefined ? others : [t('Account {0} is missing', missing.name), ...others];
}
