import protobuf from 'protobufjs';

/**
 * Messages that a `geyser.Geyser` server sends, defined independently of the code that reads them:
 * field numbers and types of the published protocol.
 */
type Fields = Readonly<Record<string, readonly [id: number, type: string, rule?: 'repeated']>>;

const messages: Readonly<Record<string, Fields>> = {
  SubscribeRequest: {
    commitment: [6, 'int32'],
    ping: [9, 'SubscribeRequestPing'],
    fromSlot: [11, 'uint64'],
  },
  SubscribeRequestPing: { id: [1, 'int32'] },
  SubscribeRequestFilterBlocks: {
    accountInclude: [1, 'string', 'repeated'],
    includeTransactions: [2, 'bool'],
    includeAccounts: [3, 'bool'],
    includeEntries: [4, 'bool'],
  },
  SubscribeUpdate: {
    filters: [1, 'string', 'repeated'],
    slot: [3, 'SubscribeUpdateSlot'],
    block: [5, 'SubscribeUpdateBlock'],
    ping: [6, 'SubscribeUpdatePing'],
    pong: [9, 'SubscribeRequestPing'],
    createdAt: [11, 'Timestamp'],
  },
  Timestamp: { seconds: [1, 'int64'], nanos: [2, 'int32'] },
  SubscribeUpdatePing: {},
  SubscribeRequestFilterSlots: { filterByCommitment: [1, 'bool'], interslotUpdates: [2, 'bool'] },
  SubscribeUpdateSlot: {
    slot: [1, 'uint64'],
    parent: [2, 'uint64'],
    status: [3, 'int32'],
    deadError: [4, 'string'],
    bankId: [5, 'uint64'],
  },
  SubscribeUpdateBlock: {
    slot: [1, 'uint64'],
    blockhash: [2, 'string'],
    rewards: [3, 'Rewards'],
    blockTime: [4, 'UnixTimestamp'],
    blockHeight: [5, 'BlockHeight'],
    transactions: [6, 'SubscribeUpdateTransactionInfo', 'repeated'],
    parentSlot: [7, 'uint64'],
    parentBlockhash: [8, 'string'],
    executedTransactionCount: [9, 'uint64'],
    updatedAccountCount: [10, 'uint64'],
    entriesCount: [12, 'uint64'],
    bankId: [14, 'uint64'],
  },
  Rewards: { rewards: [1, 'Reward', 'repeated'] },
  Reward: { pubkey: [1, 'string'], lamports: [2, 'int64'], postBalance: [3, 'uint64'] },
  UnixTimestamp: { timestamp: [1, 'int64'] },
  BlockHeight: { blockHeight: [1, 'uint64'] },
  SubscribeUpdateTransactionInfo: {
    signature: [1, 'bytes'],
    isVote: [2, 'bool'],
    transaction: [3, 'Transaction'],
    meta: [4, 'TransactionStatusMeta'],
    index: [5, 'uint64'],
  },
  Transaction: { signatures: [1, 'bytes', 'repeated'], message: [2, 'Message'] },
  Message: {
    header: [1, 'MessageHeader'],
    accountKeys: [2, 'bytes', 'repeated'],
    recentBlockhash: [3, 'bytes'],
    instructions: [4, 'CompiledInstruction', 'repeated'],
    versioned: [5, 'bool'],
    addressTableLookups: [6, 'MessageAddressTableLookup', 'repeated'],
    config: [7, 'TransactionConfig'],
  },
  TransactionConfig: {
    priorityFee: [1, 'uint64'],
    computeUnitLimit: [2, 'uint32'],
    loadedAccountsDataSizeLimit: [3, 'uint32'],
    heapSize: [4, 'uint32'],
  },
  MessageHeader: {
    numRequiredSignatures: [1, 'uint32'],
    numReadonlySignedAccounts: [2, 'uint32'],
    numReadonlyUnsignedAccounts: [3, 'uint32'],
  },
  MessageAddressTableLookup: {
    accountKey: [1, 'bytes'],
    writableIndexes: [2, 'bytes'],
    readonlyIndexes: [3, 'bytes'],
  },
  TransactionStatusMeta: {
    err: [1, 'TransactionError'],
    fee: [2, 'uint64'],
    preBalances: [3, 'uint64', 'repeated'],
    postBalances: [4, 'uint64', 'repeated'],
    innerInstructions: [5, 'InnerInstructions', 'repeated'],
    logMessages: [6, 'string', 'repeated'],
    preTokenBalances: [7, 'TokenBalance', 'repeated'],
    postTokenBalances: [8, 'TokenBalance', 'repeated'],
    rewards: [9, 'Reward', 'repeated'],
    innerInstructionsNone: [10, 'bool'],
    logMessagesNone: [11, 'bool'],
    loadedWritableAddresses: [12, 'bytes', 'repeated'],
    loadedReadonlyAddresses: [13, 'bytes', 'repeated'],
    returnData: [14, 'ReturnData'],
    returnDataNone: [15, 'bool'],
    computeUnitsConsumed: [16, 'uint64'],
    costUnits: [17, 'uint64'],
  },
  TransactionError: { err: [1, 'bytes'] },
  InnerInstructions: { index: [1, 'uint32'], instructions: [2, 'InnerInstruction', 'repeated'] },
  InnerInstruction: {
    programIdIndex: [1, 'uint32'],
    accounts: [2, 'bytes'],
    data: [3, 'bytes'],
    stackHeight: [4, 'uint32'],
  },
  CompiledInstruction: {
    programIdIndex: [1, 'uint32'],
    accounts: [2, 'bytes'],
    data: [3, 'bytes'],
  },
  TokenBalance: {
    accountIndex: [1, 'uint32'],
    mint: [2, 'string'],
    uiTokenAmount: [3, 'UiTokenAmount'],
    owner: [4, 'string'],
    programId: [5, 'string'],
  },
  UiTokenAmount: {
    uiAmount: [1, 'double'],
    decimals: [2, 'uint32'],
    amount: [3, 'string'],
    uiAmountString: [4, 'string'],
  },
  ReturnData: { programId: [1, 'bytes'], data: [2, 'bytes'] },
};

/** proto3 drops fields with default values; these have explicit presence. */
const filters = {
  slots: { keyType: 'string', type: 'SubscribeRequestFilterSlots', id: 2 },
  blocks: { keyType: 'string', type: 'SubscribeRequestFilterBlocks', id: 4 },
};

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(messages).map(([name, fields]) => [
      name,
      {
        fields: {
          ...Object.fromEntries(
            Object.entries(fields).map(([field, [id, type, rule]]) => [
              field,
              { id, type, ...(rule && { rule }) },
            ]),
          ),
          ...(name === 'SubscribeRequest' && filters),
        },
      },
    ]),
  ),
});

/** Encodes a message; skips `null` and missing members. */
export const encodeMessage = (name: keyof typeof messages & string, value: object): Buffer =>
  Buffer.from(root.lookupType(name).encode(root.lookupType(name).fromObject(value)).finish());

export const decodeMessage = (name: string, bytes: Uint8Array): Record<string, unknown> =>
  root.lookupType(name).toObject(root.lookupType(name).decode(bytes), { longs: Number });
