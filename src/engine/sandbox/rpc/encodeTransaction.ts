import { encodeBase58 } from '../../../solana/base58.ts';
import { decodeTransactionBytes, type WireTransaction } from '../../../solana/wireTransaction.ts';
import type { JsonTransaction } from '../../decode/readJsonMessage.ts';
import type {
  RpcBlockTransaction,
  RpcInnerInstruction,
  RpcMessage,
  RpcMeta,
  RpcParsedInstruction,
  RpcTokenBalance,
} from '../../decode/rpcBlock.ts';
import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';
import { toTransactionResult } from '../../rpc/transactionError.ts';
import { uiTokenAmount } from './encodeAccount.ts';
import { encodeWireTransaction } from './encodeWireTransaction.ts';
import type { RpcParameters } from './rpcParameters.ts';

const encodings = ['json', 'jsonParsed', 'base58', 'base64'] as const;

export interface TransactionFormat {
  readonly encoding: (typeof encodings)[number];
  /** Undefined: only legacy transactions, whose responses have no version. */
  readonly maxVersion: number | undefined;
}

export const transactionFormat = (options: RpcParameters): TransactionFormat => ({
  encoding: options.choice('encoding', encodings) ?? 'json',
  maxVersion: options.optionalInteger('maxSupportedTransactionVersion', 'a version, such as 0'),
});

export function toJsonTransaction({ transaction }: RpcBlockTransaction): JsonTransaction {
  if (!('message' in transaction)) return fromWire(decodeTransactionBytes(toBytes(transaction[0])));
  return transaction;
}

const toBytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

/** Those from lookup tables are last. */
export function accountKeysOf(landed: RpcBlockTransaction): string[] {
  const { accountKeys } = toJsonTransaction(landed).message;
  const { writable = [], readonly = [] } = landed.meta?.loadedAddresses ?? {};
  const own = accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey));
  return [...own, ...writable, ...readonly];
}

/** Throws if its version was not requested. */
export function encodeTransaction(landed: RpcBlockTransaction, format: TransactionFormat) {
  const { encoding } = format;
  return {
    ...versionMember(landed, format),
    transaction: encodeContent(landed, encoding),
    meta: landed.meta === null ? null : encodeMeta(landed, landed.meta, encoding),
  };
}

export function encodeTransactionAccounts(landed: RpcBlockTransaction, format: TransactionFormat) {
  const json = toJsonTransaction(landed);
  const { meta } = landed;
  return {
    ...versionMember(landed, format),
    transaction: { signatures: json.signatures, accountKeys: parsedKeys(landed, json.message) },
    meta: meta === null ? null : balancesAndStatus(meta),
  };
}

export function versionMember(
  { version = 'legacy' }: RpcBlockTransaction,
  format: TransactionFormat,
) {
  const { maxVersion } = format;
  if (version !== 'legacy' && (maxVersion === undefined || version > maxVersion)) {
    throw new LandingError(
      rpcErrorCodes.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return maxVersion === undefined ? {} : { version };
}

function encodeContent(landed: RpcBlockTransaction, encoding: TransactionFormat['encoding']) {
  if (encoding === 'json' || encoding === 'jsonParsed') {
    const json = toJsonTransaction(landed);
    if (encoding === 'json') return json;
    const { message } = json;
    const keys = accountKeysOf(landed);
    return {
      signatures: json.signatures,
      message: {
        accountKeys: parsedKeys(landed, message),
        recentBlockhash: message.recentBlockhash,
        instructions: message.instructions.map((each) => parsedInstruction(each, keys)),
        ...(landed.version === 'legacy'
          ? {}
          : { addressTableLookups: message.addressTableLookups ?? [] }),
      },
    };
  }
  const { transaction } = landed;
  const bytes =
    'message' in transaction ? encodeWireTransaction(transaction) : toBytes(transaction[0]);
  const text = encoding === 'base58' ? encodeBase58(bytes) : Buffer.from(bytes).toString('base64');
  return [text, encoding];
}

function encodeMeta(
  landed: RpcBlockTransaction,
  meta: RpcMeta,
  encoding: TransactionFormat['encoding'],
) {
  const inner = meta.innerInstructions ?? [];
  const keys = encoding === 'jsonParsed' ? accountKeysOf(landed) : null;
  return {
    ...balancesAndStatus(meta),
    innerInstructions:
      keys === null
        ? inner
        : inner.map(({ index, instructions }) => ({
            index,
            instructions: instructions.map((each) => parsedInstruction(each, keys)),
          })),
    logMessages: meta.logMessages ?? null,
    rewards: [],
    computeUnitsConsumed: meta.computeUnitsConsumed ?? 0,
    // jsonParsed lists loaded addresses among the account keys.
    ...(keys === null ? { loadedAddresses: meta.loadedAddresses } : {}),
  };
}

const balancesAndStatus = (meta: RpcMeta) => ({
  err: meta.err,
  status: toTransactionResult(meta.err),
  fee: meta.fee,
  preBalances: meta.preBalances,
  postBalances: meta.postBalances,
  preTokenBalances: tokenBalances(meta.preTokenBalances),
  postTokenBalances: tokenBalances(meta.postTokenBalances),
});

const tokenBalances = (balances: readonly RpcTokenBalance[] | null | undefined) =>
  (balances ?? []).map((balance) => ({
    ...balance,
    uiTokenAmount: uiTokenAmount(
      BigInt(balance.uiTokenAmount.amount),
      balance.uiTokenAmount.decimals,
    ),
  }));

function parsedKeys(landed: RpcBlockTransaction, message: RpcMessage) {
  const keys = accountKeysOf(landed);
  const own = message.accountKeys.length;
  const { header } = message;
  const signers = header?.numRequiredSignatures ?? 1;
  const readonlySigned = header?.numReadonlySignedAccounts ?? 0;
  const readonlyUnsigned = header?.numReadonlyUnsignedAccounts ?? 0;
  const loadedWritable = landed.meta?.loadedAddresses?.writable.length ?? 0;
  const isWritable = (index: number) => {
    if (index < signers) return index < signers - readonlySigned;
    return index < own ? index < own - readonlyUnsigned : index < own + loadedWritable;
  };
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: index < signers,
    source: index < own ? 'transaction' : 'lookupTable',
    writable: isWritable(index),
  }));
}

/** As for a program without a parser. */
export function parsedInstruction(
  instruction: RpcInnerInstruction,
  keys: readonly string[],
): RpcParsedInstruction {
  if (!('programIdIndex' in instruction)) return instruction;
  const { programIdIndex, accounts, data } = instruction;
  return {
    programId: keys[programIdIndex] ?? '',
    accounts: Array.from(accounts, (index) => keys[index] ?? ''),
    data: typeof data === 'string' ? data : encodeBase58(data),
    stackHeight: instruction.stackHeight ?? null,
  };
}

const fromWire = (wire: WireTransaction): JsonTransaction => ({
  signatures: wire.signatures.map(encodeBase58),
  message: {
    header: {
      numRequiredSignatures: wire.requiredSignatures,
      numReadonlySignedAccounts: wire.readonlySigned,
      numReadonlyUnsignedAccounts: wire.readonlyUnsigned,
    },
    accountKeys: wire.staticKeys,
    recentBlockhash: wire.blockhash,
    instructions: wire.instructions.map(({ programIndex, accountIndexes, data }) => ({
      programIdIndex: programIndex,
      accounts: accountIndexes,
      data: encodeBase58(data),
      stackHeight: null,
    })),
    ...(wire.version === 0
      ? {
          addressTableLookups: wire.lookups.map(({ table, ...indexes }) => ({
            accountKey: table,
            ...indexes,
          })),
        }
      : {}),
  },
});
