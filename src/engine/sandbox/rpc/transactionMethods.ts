import { lookupTableState } from '../../../solana/landing/chainAccounts.ts';
import { checkFees } from '../../../solana/landing/checkFees.ts';
import { resolveAccounts } from '../../../solana/landing/checkLookups.ts';
import type { WireTransaction } from '../../../solana/wireTransaction.ts';
import {
  readMessage,
  readSubmittedTransaction,
  readTransactionText,
  type SignedTransaction,
} from '../../chain/readSignedTransaction.ts';
import type { ExecutionResult } from '../../landing/executionResult.ts';
import { toTransactionResult } from '../../rpc/transactionError.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import { commitmentDepth, confirmationAt } from '../sandboxLedger.ts';
import { accountFormat, encodeAccount } from './encodeAccount.ts';
import { parsedInstruction } from './encodeTransaction.ts';
import { assertContextSlot, inContext, type RpcMethod } from './rpcMethod.ts';
import { invalidParams, type RpcParameters } from './rpcParameters.ts';

const maxStatuses = 256;
const transactionEncodings = ['base58', 'base64'] as const;

export const transactionMethods = {
  getFeeForMessage: async (chain, params) => {
    const transaction = readMessage(params.string(0, 'a message in Base64'));
    const { lifetime } = await chain.facts(transaction);
    const isKnown = lifetime?.kind !== 'blockhash' || lifetime.isValid;
    const fee = isKnown ? checkFees(transaction).feeLamports : null;
    return inContext(chain, params.options(1), fee);
  },

  getSignatureStatuses: (chain, params) => {
    const signatures = params.signatures(0, maxStatuses);
    const options = params.options(1);
    options.flag('searchTransactionHistory');
    const statuses = signatures.map((signature) => signatureStatus(chain, signature));
    return inContext(chain, options, statuses);
  },

  requestAirdrop: async (chain, params) => {
    const address = params.address(0);
    const lamports = params.integer(1, 'a number of lamports');
    params.options(2).commitment();
    return await chain.requestAirdrop(address, BigInt(lamports));
  },

  sendTransaction: async (chain, params) => {
    const options = params.options(1);
    const { bytes } = readSubmittedTransaction(...encodedTransaction(params, options));
    options.commitment('preflightCommitment');
    options.optionalInteger('maxRetries', 'a number of attempts');
    assertContextSlot(chain, options);
    // `maxRetries` has no effect: a queued transaction stays until its block.
    return (await chain.send(bytes, { skipPreflight: options.flag('skipPreflight') })).signature;
  },

  simulateTransaction: async (chain, params) => {
    const options = params.options(1);
    const checksSignatures = options.flag('sigVerify');
    const isFresh = options.flag('replaceRecentBlockhash');
    if (checksSignatures && isFresh) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    const read = checksSignatures ? readSubmittedTransaction : readTransactionText;
    const signed = read(...encodedTransaction(params, options));
    const wantsInner = options.flag('innerInstructions');
    const run = chain.run(signed, { checksSignatures, isFresh });
    return inContext(chain, options, {
      err: run.error,
      logs: run.logs,
      accounts: simulatedAccounts(chain, run, options),
      unitsConsumed: run.unitsConsumed,
      returnData: encodeReturnData(run),
      innerInstructions: wantsInner ? innerInstructions(chain, signed, run) : null,
      replacementBlockhash: isFresh ? await replacementBlockhash(chain) : null,
    });
  },
} satisfies Readonly<Record<string, RpcMethod>>;

/** `null` if it is in no block. */
export function signatureStatus(chain: SandboxChain, signature: string) {
  const landed = chain.landed(signature);
  if (landed === null) return null;
  const depth = chain.newestSlot - landed.slot;
  return {
    slot: landed.slot,
    confirmations: depth >= commitmentDepth.finalized ? null : depth,
    err: landed.error,
    status: toTransactionResult(landed.error),
    confirmationStatus: confirmationAt(depth),
  };
}

function encodedTransaction(
  params: RpcParameters,
  options: RpcParameters,
): [text: string, encoding: string | undefined] {
  return [
    params.string(0, 'a transaction in Base58 or Base64'),
    options.choice('encoding', transactionEncodings),
  ];
}

/** `null` for each one if the run failed. */
function simulatedAccounts(chain: SandboxChain, run: ExecutionResult, options: RpcParameters) {
  if (!options.has('accounts')) return null;
  const wanted = options.options('accounts');
  const format = accountFormat(wanted, 'base64');
  return wanted.addresses('addresses', maxSimulatedAccounts).map((address) => {
    const account = run.accounts.get(address) ?? chain.account(address);
    return run.error === null ? encodeAccount(chain, address, format, account) : null;
  });
}

const maxSimulatedAccounts = 128;

const encodeReturnData = ({ returnData }: ExecutionResult) =>
  returnData === null
    ? null
    : {
        programId: returnData.program,
        data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
      };

function innerInstructions(
  chain: SandboxChain,
  { transaction }: SignedTransaction,
  run: ExecutionResult,
) {
  const keys = resolvedKeys(chain, transaction);
  return run.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((each) => parsedInstruction(each, keys)),
  }));
}

function resolvedKeys(chain: SandboxChain, transaction: WireTransaction): string[] {
  const tables = transaction.lookups.map(
    ({ table }) => [table, lookupTableState(chain.account(table))] as const,
  );
  return resolveAccounts(transaction, new Map(tables)).map(({ address }) => address ?? '');
}

async function replacementBlockhash(chain: SandboxChain) {
  const { blockhash, lastValidBlockHeight } = await chain.latestBlockhash();
  return { blockhash, lastValidBlockHeight };
}
