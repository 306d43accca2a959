import type {
  RpcInstruction,
  RpcMessage,
  RpcParsedInstruction,
  RpcTransaction,
} from '../../../../src/engine/decode/rpcBlock.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';

/** Serializes a transaction in json or jsonParsed to the bytes that its wallet signed. */
export function wireBytes({ transaction, version }: RpcTransaction): Uint8Array {
  if (Array.isArray(transaction)) {
    return Uint8Array.from(Buffer.from(String(transaction[0]), 'base64'));
  }
  const { signatures, message } = transaction as Exclude<
    RpcTransaction['transaction'],
    readonly unknown[]
  >;
  const lookups = message.addressTableLookups ?? [];
  const loaded = lookups.reduce(
    (sum, one) => sum + one.writableIndexes.length + one.readonlyIndexes.length,
    0,
  );
  const all = message.accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey));
  const isParsed = typeof message.accountKeys[0] === 'object';
  const own = isParsed ? all.slice(0, all.length - loaded) : all;
  const body = version === 0 ? [0x80] : [];
  body.push(...headerOf(message, own.length), ...list(own, bytesOf));
  body.push(...bytesOf(message.recentBlockhash ?? ''));
  body.push(...list(message.instructions, (one) => instructionBytes(one, all)));
  if (version === 0) {
    body.push(
      ...list(lookups, ({ accountKey, writableIndexes, readonlyIndexes }) => [
        ...bytesOf(accountKey),
        ...list(writableIndexes, (index) => [index]),
        ...list(readonlyIndexes, (index) => [index]),
      ]),
    );
  }
  return Uint8Array.from([...list(signatures, bytesOf), ...body]);
}

const bytesOf = (text: string): number[] => {
  const bytes = decodeBase58(text);
  if (!bytes) throw new Error(`not Base58: ${text}`);
  return [...bytes];
};

const compact = (length: number): number[] =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7];

const list = <Item>(
  items: readonly Item[],
  encode: (item: Item) => readonly number[],
): number[] => [...compact(items.length), ...items.flatMap(encode)];

/** jsonParsed has flags instead of the header; writable keys are first within each kind. */
function headerOf({ header, accountKeys }: RpcMessage, own: number): number[] {
  if (header) {
    return [
      header.numRequiredSignatures,
      header.numReadonlySignedAccounts,
      header.numReadonlyUnsignedAccounts,
    ];
  }
  const keys = accountKeys
    .slice(0, own)
    .map((key) => (typeof key === 'string' ? { signer: false, writable: true } : key));
  const trailing = (part: typeof keys) =>
    part.length - 1 - part.findLastIndex(({ writable }) => writable);
  const signers = keys.filter(({ signer }) => signer);
  return [signers.length, trailing(signers), trailing(keys.filter(({ signer }) => !signer))];
}

function instructionBytes(
  instruction: RpcInstruction | RpcParsedInstruction,
  keys: readonly string[],
): number[] {
  if ('programIdIndex' in instruction) {
    const { programIdIndex, accounts, data } = instruction;
    return [
      programIdIndex,
      ...list(accounts, (at) => [at]),
      ...list(bytesOf(data), (one) => [one]),
    ];
  }
  const { programId, accounts, data, parsed } = instruction;
  const [addresses, bytes] =
    parsed === undefined ? [accounts ?? [], bytesOf(data ?? '')] : unparsed(parsed);
  return [
    keys.indexOf(programId),
    ...list(addresses, (address) => [keys.indexOf(address)]),
    ...list(bytes, (one) => [one]),
  ];
}

/** Reverts the node's parsing of the top-level instructions in recorded transactions. */
function unparsed(parsed: unknown): [accounts: string[], data: number[]] {
  const { type, info } = parsed as { type: string; info: Record<string, string> };
  const named = (...names: string[]) => names.map((name) => info[name] ?? '');
  const u64 = (amount: unknown) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(String(amount)));
    return [...bytes];
  };
  switch (type) {
    case 'transfer':
      return [named('source', 'destination'), [2, 0, 0, 0, ...u64(info['lamports'])]];
    case 'advanceNonce':
      return [named('nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'), [4, 0, 0, 0]];
    case 'createIdempotent':
      return [named('source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'), [1]];
    case 'closeAccount':
      return [named('account', 'destination', 'owner'), [9]];
    case 'syncNative':
      return [named('account'), [17]];
    case 'transferChecked': {
      const { amount, decimals } = info['tokenAmount'] as unknown as {
        amount: string;
        decimals: number;
      };
      return [named('source', 'mint', 'destination', 'authority'), [12, ...u64(amount), decimals]];
    }
    default:
      throw new Error(`cannot encode ${type}`);
  }
}
