import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { rpcErrorCodes } from '../sources/rpc/rpcError.ts';
import { LandingError } from './landingError.ts';
import { readSubmittedTransaction } from './readSignedTransaction.ts';
import type { SandboxChain } from './sandboxChain.ts';

/** The JSON-RPC methods that a bot calls around sending. Throws a LandingError for any other. */
export async function handleSandboxRpc(
  chain: SandboxChain,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { slot } = await chain.latestBlockhash();
  const inContext = (value: unknown) => ({ context: { slot }, value });
  switch (method) {
    case 'getHealth':
      return 'ok';
    case 'getVersion':
      return { 'solana-core': 'arbscope-sandbox', 'feature-set': 0 };
    case 'getSlot':
    case 'getBlockHeight':
      return slot;
    case 'getLatestBlockhash': {
      const { blockhash, lastValidBlockHeight } = await chain.latestBlockhash();
      return inContext({ blockhash, lastValidBlockHeight });
    }
    case 'isBlockhashValid':
      return inContext(await chain.isBlockhashValid(requireString(params[0], 'the blockhash')));
    case 'getBalance':
      return inContext(Number(chain.account(requireAddress(params[0]))?.lamports ?? 0n));
    case 'getAccountInfo':
      return inContext(toAccountJson(chain, requireAddress(params[0])));
    case 'getMultipleAccounts':
      return inContext(
        requireArray(params[0]).map((one) => toAccountJson(chain, requireAddress(one))),
      );
    case 'getMinimumBalanceForRentExemption':
      return chain.rentExemption(Number(params[0]));
    case 'requestAirdrop':
      chain.airdrop(requireAddress(params[0]), requireLamports(params[1]));
      // An airdrop is no transaction here: nothing is named by this.
      return '1'.repeat(64);
    case 'getSignatureStatuses': {
      const statuses = await chain.statuses(
        requireArray(params[0]).map((one) => requireString(one, 'a signature')),
      );
      return inContext(
        statuses.map((status) =>
          status === null
            ? null
            : {
                slot: status.slot,
                confirmations: status.confirmation === 'finalized' ? null : 1,
                err: status.error,
                confirmationStatus: status.confirmation,
              },
        ),
      );
    }
    case 'simulateTransaction': {
      const { bytes, transaction } = readTransaction(params);
      const facts = await chain.facts(transaction);
      const { error, logs, unitsConsumed } = await chain.simulate(bytes, transaction, facts);
      return inContext({ err: error, logs, unitsConsumed, accounts: null, returnData: null });
    }
    case 'sendTransaction': {
      const { bytes } = readTransaction(params);
      const { signature } = await chain.send(bytes, optionsOf(params[1]));
      return signature;
    }
    default:
      throw new LandingError(rpcErrorCodes.methodNotFound, 'Method not found');
  }
}

const invalid = (message: string) => new LandingError(rpcErrorCodes.invalidParams, message);

function requireString(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalid(`Invalid params: ${what} is missing`);
  return value;
}

function requireAddress(value: unknown): string {
  const address = requireString(value, 'an address');
  if (!isAddress(address)) throw invalid('Invalid param: not an address');
  return address;
}

function requireArray(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length > 256)
    throw invalid('Invalid params: a list is missing');
  return value;
}

function requireLamports(value: unknown): bigint {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!isWhole) throw new MarketError('bad-parameter', 'Invalid params: lamports are missing');
  return BigInt(value as number);
}

const optionsOf = (value: unknown) => (isObject(value) ? value : {});

const readTransaction = ([text, options]: readonly unknown[]) =>
  readSubmittedTransaction(requireString(text, 'the transaction'), optionsOf(options)['encoding']);

function toAccountJson(chain: SandboxChain, address: string): object | null {
  const account = chain.account(address);
  if (account === null) return null;
  return {
    lamports: Number(account.lamports),
    owner: account.owner,
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
    executable: false,
    rentEpoch: 0,
    space: account.data.length,
  };
}
