import { t } from '@vscode/l10n';
import { encodeBase58 } from '../../solana/base58.ts';
import { WireFormatError } from '../../solana/wireReader.ts';
import { decodeTransactionBytes } from '../../solana/wireTransaction.ts';
import { AccountKeyList, createWritableCheck, type Message } from './message.ts';
import { UnreadableTransactionError } from './unreadableTransactionError.ts';

/** Reads a version 1 transaction: rare enough for the general reader, which checks every byte. */
export function readVersion1Message(bytes: Uint8Array): Message {
  let wire: ReturnType<typeof decodeTransactionBytes>;
  try {
    wire = decodeTransactionBytes(bytes);
  } catch (cause) {
    if (!WireFormatError.is(cause)) throw cause;
    throw new UnreadableTransactionError(t('it {0}', cause.message), { cause });
  }
  const { requiredSignatures, staticKeys } = wire;
  const [first] = wire.signatures;
  if (!first) throw new UnreadableTransactionError(t('it has no signature'));
  return {
    signature: () => encodeBase58(first),
    keys: new AccountKeyList(staticKeys),
    requiredSignatures,
    isWritable: createWritableCheck(
      staticKeys.length,
      requiredSignatures,
      wire.readonlySigned,
      wire.readonlyUnsigned,
      0,
    ),
    instructions: wire.instructions.map(({ programIndex, accountIndexes, data }, topLevel) => ({
      program: programIndex,
      accounts: accountIndexes,
      data,
      depth: 1,
      topLevel,
    })),
    headerComputeUnitLimit: wire.config?.computeUnitLimit ?? null,
    lookupTableOf: () => null,
  };
}
