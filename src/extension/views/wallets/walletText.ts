import { knownAddress } from '../../../solana/addressBook.ts';
import { decodeBase58 } from '../../../solana/base58.ts';
import { isOnCurve } from '../../../solana/curve.ts';
import { scanText } from '../../../solana/scan/scanText.ts';
import { shortAddress } from '../../../solana/shortAddress.ts';

/** What of a text can be watched as a wallet. */
export type WalletText =
  | { readonly kind: 'wallets'; readonly addresses: readonly string[] }
  | { readonly kind: 'empty' }
  /** Never to be sent, logged or kept. */
  | { readonly kind: 'secret-key' }
  /** There is no address in it, or what is there signs nothing. */
  | { readonly kind: 'wrong'; readonly reason: string };

export const secretKeyWarning =
  'There is a secret key in this text. Nothing of it was kept, sent or logged. Whoever has it can move the wallet’s funds: clear it from the clipboard.';

/** The wallets that somebody typed, selected or copied: every address that can sign. */
export function readWallets(input: string): WalletText {
  if (input.trim() === '') return { kind: 'empty' };
  const findings = scanText(input);
  if (findings.some(({ kind }) => kind === 'secret-key')) return { kind: 'secret-key' };
  const addresses = new Set(
    findings.flatMap((found) => (found.kind === 'address' ? [found.text] : [])),
  );
  const reasons = [...addresses].flatMap((address) => {
    const reason = reasonAgainst(address);
    if (reason !== null) addresses.delete(address);
    return reason ?? [];
  });
  if (addresses.size > 0) return { kind: 'wallets', addresses: [...addresses] };
  const [first = 'There is no address in this text.'] = reasons;
  return { kind: 'wrong', reason: first };
}

/** Why an address is no wallet; null: it may be one. */
function reasonAgainst(address: string): string | null {
  const known = knownAddress(address);
  if (known !== null) return `${known.name} is no wallet but a ${known.kind.replace('-', ' ')}.`;
  const bytes = decodeBase58(address);
  return bytes !== null && isOnCurve(bytes)
    ? null
    : `${shortAddress(address)} belongs to a program, which signs nothing.`;
}
