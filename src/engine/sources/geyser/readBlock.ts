import type { JsonInteger } from '../../../api/json.ts';
import { voteTransaction } from '../../decode/calledPrograms.ts';
import { addressAt } from '../../decode/readMessage.ts';
import type {
  RpcBinaryInstruction,
  RpcBlock,
  RpcBlockTransaction,
  RpcMeta,
  RpcTokenBalance,
} from '../../decode/rpcBlock.ts';
import type { GeyserBlock } from './geyserMessages.ts';
import { GeyserFormatError, ProtobufReader } from './protobufReader.ts';
import { readTransaction } from './readTransaction.ts';
import { readTransactionError } from './readTransactionError.ts';

/**
 * Form of `getBlock`, without logs, rewards and the content of votes, which records do not use.
 * Throws a GeyserFormatError.
 */
export function readBlock(block: GeyserBlock): RpcBlock {
  const entries = block.transactions.map(readTransactionInfo);
  entries.sort((first, second) => first.index - second.index);
  return {
    blockhash: block.blockhash,
    previousBlockhash: block.parentBlockhash,
    parentSlot: block.parentSlot,
    blockHeight: block.blockHeight,
    blockTime: block.blockTime,
    transactions: entries.map(({ transaction }) => transaction),
  };
}

function readTransactionInfo(bytes: Buffer): {
  readonly index: number;
  readonly transaction: RpcBlockTransaction;
} {
  const reader = new ProtobufReader(bytes);
  let index = 0;
  let isVote = false;
  let transaction: ProtobufReader | null = null;
  let meta: ProtobufReader | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 2) isVote = reader.boolean();
    else if (field === 3) transaction = reader.message();
    else if (field === 4) meta = reader.message();
    else if (field === 5) index = reader.integer();
    else reader.skip();
  }
  if (isVote) return { index, transaction: voteTransaction };
  if (transaction === null) throw new GeyserFormatError('transaction-is-missing');
  return {
    index,
    transaction: {
      ...readTransaction(transaction),
      meta: meta === null ? null : readMeta(meta),
    },
  };
}

function readMeta(reader: ProtobufReader): RpcMeta {
  let err: unknown = null;
  let fee: JsonInteger = 0;
  const preBalances: JsonInteger[] = [];
  const postBalances: JsonInteger[] = [];
  const innerInstructions: { index: number; instructions: RpcBinaryInstruction[] }[] = [];
  const preTokenBalances: RpcTokenBalance[] = [];
  const postTokenBalances: RpcTokenBalance[] = [];
  const writable: string[] = [];
  const readonly: string[] = [];
  let isInnerUnknown = false;
  let computeUnits: number | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    switch (field) {
      case 1:
        err = readTransactionError(readOnlyBytes(reader.message()));
        break;
      case 2:
        fee = reader.unsigned();
        break;
      case 3:
        reader.unsignedInto(preBalances);
        break;
      case 4:
        reader.unsignedInto(postBalances);
        break;
      case 5:
        innerInstructions.push(readInnerInstructions(reader.message()));
        break;
      case 7:
        preTokenBalances.push(readTokenBalance(reader.message()));
        break;
      case 8:
        postTokenBalances.push(readTokenBalance(reader.message()));
        break;
      case 10:
        isInnerUnknown = reader.boolean();
        break;
      case 12:
        writable.push(readAddress(reader));
        break;
      case 13:
        readonly.push(readAddress(reader));
        break;
      case 16:
        computeUnits = reader.integer();
        break;
      default:
        reader.skip();
    }
  }
  return {
    err,
    fee,
    ...(computeUnits !== null && { computeUnitsConsumed: computeUnits }),
    innerInstructions: isInnerUnknown ? null : innerInstructions,
    loadedAddresses: { writable, readonly },
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances,
  };
}

function readInnerInstructions(reader: ProtobufReader) {
  let index = 0;
  const instructions: RpcBinaryInstruction[] = [];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) index = reader.integer();
    else if (field === 2) instructions.push(readInnerInstruction(reader.message()));
    else reader.skip();
  }
  return { index, instructions };
}

const noBytes: Buffer = Buffer.alloc(0);

function readInnerInstruction(reader: ProtobufReader): RpcBinaryInstruction {
  let programIdIndex = 0;
  let accounts: Buffer = noBytes;
  let data: Buffer = noBytes;
  let stackHeight: number | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) programIdIndex = reader.integer();
    else if (field === 2) accounts = reader.bytes();
    else if (field === 3) data = reader.bytes();
    else if (field === 4) stackHeight = reader.integer();
    else reader.skip();
  }
  return { programIdIndex, accounts, data, stackHeight };
}

function readTokenBalance(reader: ProtobufReader): RpcTokenBalance {
  let accountIndex = 0;
  let mint = '';
  let owner = '';
  let programId = '';
  let amount = '';
  let decimals = 0;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) accountIndex = reader.integer();
    else if (field === 2) mint = reader.text();
    else if (field === 4) owner = reader.text();
    else if (field === 5) programId = reader.text();
    else if (field === 3) {
      const figures = reader.message();
      for (let each = figures.next(); each !== 0; each = figures.next()) {
        if (each === 2) decimals = figures.integer();
        else if (each === 3) amount = figures.text();
        else figures.skip();
      }
    } else reader.skip();
  }
  // The decoder does not validate amounts.
  if (!/^[0-9]{1,20}$/.test(amount)) throw new GeyserFormatError('token-balance-is-no-number');
  return {
    accountIndex,
    mint,
    ...(owner !== '' && { owner }),
    ...(programId !== '' && { programId }),
    uiTokenAmount: { amount, decimals },
  };
}

function readAddress(reader: ProtobufReader): string {
  const bytes = reader.bytes();
  if (bytes.length !== 32) throw new GeyserFormatError('address-has-another-length');
  return addressAt(bytes, 0);
}

/** For a message with a single bytes field. */
function readOnlyBytes(reader: ProtobufReader): Buffer {
  let bytes: Buffer = noBytes;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) bytes = reader.bytes();
    else reader.skip();
  }
  return bytes;
}
