import type { IdlCallNames } from '../../api/arbscope/idlNames.ts';
import { isWritable, type WireTransaction } from '../../solana/wireTransaction.ts';
import { nameCall } from './nameCall.ts';
import type { ProgramIdls } from './programIdls.ts';

/** The instructions of a transaction, whose accounts from lookup tables are not resolved. */
export const nameWireInstructions = (
  transaction: WireTransaction,
  idls: ProgramIdls,
): (IdlCallNames | null)[] =>
  transaction.instructions.map(({ programIndex, accountIndexes, data }) =>
    nameCall(idls, {
      program: transaction.staticKeys[programIndex] ?? '',
      data,
      accounts: accountIndexes.map((index) => ({
        address: transaction.staticKeys[index] ?? null,
        isWritable: isWritable(transaction, index),
        isSigner: index < transaction.requiredSignatures,
      })),
      isTopLevel: true,
      isSelfCall: false,
    }),
  );
