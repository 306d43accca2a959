import { token2022Program, tokenProgram } from '../../../solana/knownPrograms.ts';
import { readTokenAccount } from '../../landing/balanceChanges.ts';
import { decodeMintAccount } from '../../rpc/decodeMint.ts';
import { accountFormat, encodeAccount, mintDecimals, uiTokenAmount } from './encodeAccount.ts';
import { inContext, type RpcMethod } from './rpcMethod.ts';
import { invalidParams } from './rpcParameters.ts';

const maxAccounts = 100;
const tokenPrograms = [tokenProgram, token2022Program];

export const accountMethods = {
  getAccountInfo: (chain, params) => {
    const options = params.options(1);
    const account = encodeAccount(chain, params.address(0), accountFormat(options));
    return inContext(chain, options, account);
  },

  getBalance: (chain, params) => {
    const lamports = chain.account(params.address(0))?.lamports ?? 0n;
    return inContext(chain, params.options(1), lamports);
  },

  getMinimumBalanceForRentExemption: (chain, params) => {
    const bytes = params.integer(0, 'a number of bytes');
    params.options(1).commitment();
    return chain.rentExemption(bytes);
  },

  getMultipleAccounts: (chain, params) => {
    const options = params.options(1);
    const format = accountFormat(options, 'base64');
    const accounts = params
      .addresses(0, maxAccounts)
      .map((address) => encodeAccount(chain, address, format));
    return inContext(chain, options, accounts);
  },

  getTokenAccountBalance: (chain, params) => {
    const account = chain.account(params.address(0));
    if (account === null) throw invalidParams('could not find account');
    const token = readTokenAccount(account);
    if (token === null) throw invalidParams('not a Token account');
    const decimals = mintDecimals(chain, token.mint) ?? 0;
    return inContext(chain, params.options(1), uiTokenAmount(token.amount, decimals));
  },

  getTokenAccountsByOwner: (chain, params) => {
    const owner = params.address(0);
    const filter = params.options(1);
    if (filter.has('mint') === filter.has('programId')) {
      throw params.fault(1, '{"mint": address} or {"programId": address}');
    }
    const mint = filter.has('mint') ? filter.address('mint') : null;
    if (mint !== null && mintDecimals(chain, mint) === null) {
      throw invalidParams('could not find mint');
    }
    const programs = mint === null ? [filter.address('programId')] : tokenPrograms;
    if (!programs.every((program) => tokenPrograms.includes(program))) {
      throw invalidParams('unrecognized Token program id');
    }
    const options = params.options(2);
    const format = accountFormat(options);
    const accounts = programs
      .flatMap((program) => chain.accountsOwnedBy(program))
      .filter(([, account]) => {
        const token = readTokenAccount(account);
        return token?.owner === owner && (mint === null || token.mint === mint);
      })
      .map(([pubkey, account]) => ({
        pubkey,
        account: encodeAccount(chain, pubkey, format, account),
      }));
    return inContext(chain, options, accounts);
  },

  getTokenSupply: (chain, params) => {
    const address = params.address(0);
    const account = chain.account(address);
    if (account === null) throw invalidParams('could not find mint');
    const mint = decodeMintAccount({ address, ...account })?.mint;
    if (mint === undefined) throw invalidParams('not a Token mint');
    return inContext(chain, params.options(1), uiTokenAmount(mint.supply, mint.decimals));
  },
} satisfies Readonly<Record<string, RpcMethod>>;
