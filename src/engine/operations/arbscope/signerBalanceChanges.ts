import type {
  SimulatedBalanceChange,
  SimulatedTransaction,
} from '../../../api/arbscope/simulate.ts';
import { solDecimals } from '../../../api/tokenAmounts.ts';
import { knownMints } from '../../../solana/knownMints.ts';
import type { WireTransaction } from '../../../solana/wireTransaction.ts';
import type { RpcMeta, RpcTokenBalance } from '../../decode/rpcBlock.ts';

export function signerBalanceChanges(
  { staticKeys, requiredSignatures }: WireTransaction,
  meta: RpcMeta,
  symbol: (mint: string) => string,
): SimulatedBalanceChange[] {
  const signers = staticKeys.slice(0, requiredSignatures);
  const keys = allKeys(staticKeys, meta);
  const lamports = signers.flatMap((account, index): SimulatedBalanceChange[] => {
    const before = BigInt(meta.preBalances[index] ?? 0);
    const after = BigInt(meta.postBalances[index] ?? 0);
    if (before === after) return [];
    const sol = { mint: null, symbol: 'SOL', digits: solDecimals };
    return [{ account, owner: account, ...sol, before, after }];
  });
  const tokens = keys.flatMap((account, index): SimulatedBalanceChange[] => {
    const was = balanceAt(meta.preTokenBalances, index);
    const is = balanceAt(meta.postTokenBalances, index);
    const token = is ?? was;
    const owner = token?.owner;
    if (token === undefined || owner === undefined || !signers.includes(owner)) return [];
    const before = BigInt(was?.uiTokenAmount.amount ?? 0);
    const after = BigInt(is?.uiTokenAmount.amount ?? 0);
    if (before === after) return [];
    const { mint } = token;
    const known = knownMints.get(mint);
    const digits = known?.decimals ?? token.uiTokenAmount.decimals;
    return [{ account, owner, mint, symbol: symbol(mint), digits, before, after }];
  });
  return [...lamports, ...tokens];
}

const allKeys = (staticKeys: readonly string[], { loadedAddresses }: RpcMeta): string[] => [
  ...staticKeys,
  ...(loadedAddresses?.writable ?? []),
  ...(loadedAddresses?.readonly ?? []),
];

/** In the order of the account keys. */
export function tokenAccounts(
  { staticKeys }: Pick<WireTransaction, 'staticKeys'>,
  meta: RpcMeta,
): NonNullable<SimulatedTransaction['token_accounts']> {
  return allKeys(staticKeys, meta).flatMap((account, index) => {
    const token =
      balanceAt(meta.postTokenBalances, index) ?? balanceAt(meta.preTokenBalances, index);
    if (token === undefined) return [];
    const { mint, uiTokenAmount } = token;
    return [{ account, mint, digits: uiTokenAmount.decimals }];
  });
}

const balanceAt = (
  balances: readonly RpcTokenBalance[] | null | undefined,
  index: number,
): RpcTokenBalance | undefined => balances?.find(({ accountIndex }) => accountIndex === index);
