import { isObject } from '../../api/isObject.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { bytesOfJson } from '../../solana/jsonBytes.ts';

/**
 * Transactions and blocks as programs write the objects of their libraries with `JSON.stringify`,
 * converted to the JSON of a node:
 * - kit has a `bigint` for most integers, which programs write as text ("400000000").
 *   https://github.com/anza-xyz/kit/blob/main/packages/rpc-api/src/index.ts
 * - web3.js 1 has classes for messages and keys.
 *   https://github.com/solana-foundation/solana-web3.js/blob/maintenance/v1.x/src/message/v0.ts
 *
 * Values of other types are left as they are: the decoder rejects them.
 */

type Conversion = (value: unknown) => unknown;

const integer: Conversion = (value) => {
  if (typeof value !== 'string' || !/^-?\d{1,20}n?$/.test(value)) return value;
  const exact = BigInt(value.replace('n', ''));
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
};

/** A list is converted by its entries. */
const each =
  (convert: Conversion): Conversion =>
  (value) =>
    Array.isArray(value) ? value.map((item: unknown) => convert(item)) : value;

/** Converts the members that the object has. */
const members =
  (conversions: Readonly<Record<string, Conversion>>): Conversion =>
  (value) => {
    if (!isObject(value)) return value;
    const converted: Record<string, unknown> = { ...value };
    for (const name in conversions) {
      if (name in converted) converted[name] = conversions[name]?.(converted[name]);
    }
    return converted;
  };

/** Every value within, at any depth. */
const deep =
  (convert: Conversion): Conversion =>
  (value) => {
    if (Array.isArray(value)) return value.map(deep(convert));
    if (!isObject(value)) return convert(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, deep(convert)(member)]),
    );
  };

const base58: Conversion = (value) => {
  const bytes = bytesOfJson(value);
  return bytes === null || bytes.length === 0 ? value : encodeBase58(bytes);
};

const keyDigits = 64;

/** A `PublicKey` that was written without its `toJSON`: a big number in hexadecimal. */
const address: Conversion = (value) => {
  const number = isObject(value) ? value['_bn'] : undefined;
  if (typeof number === 'string' && /^[\da-f]{1,64}$/i.test(number)) {
    return encodeBase58(Buffer.from(number.padStart(keyDigits, '0'), 'hex'));
  }
  return base58(value);
};

/** A `Uint8Array` without bytes is written as `{}`. */
const data: Conversion = (value) =>
  isObject(value) && Object.keys(value).length === 0
    ? new Uint8Array()
    : (bytesOfJson(value) ?? value);

/** Positions of accounts, or in jsonParsed their addresses. */
const accounts: Conversion = (value) => {
  const positions = bytesOfJson(value);
  return positions === null ? each((item) => address(integer(item)))(value) : [...positions];
};

const withoutBigintSuffix: Conversion = (value) =>
  typeof value === 'string' && /^-?\d{1,20}n$/.test(value) ? value.slice(0, -1) : value;

const instruction = members({
  programIdIndex: integer,
  programId: address,
  accounts,
  data,
  stackHeight: integer,
  parsed: deep(withoutBigintSuffix),
});

const tokenBalances = each(
  members({
    accountIndex: integer,
    mint: address,
    owner: address,
    programId: address,
    uiTokenAmount: members({ amount: withoutBigintSuffix, decimals: integer }),
  }),
);

const nodeMessage = members({
  accountKeys: each((key) =>
    isObject(key) && 'pubkey' in key ? members({ pubkey: address })(key) : address(key),
  ),
  header: members({
    numRequiredSignatures: integer,
    numReadonlySignedAccounts: integer,
    numReadonlyUnsignedAccounts: integer,
  }),
  instructions: each(instruction),
  addressTableLookups: each(
    members({
      accountKey: address,
      writableIndexes: accounts,
      readonlyIndexes: accounts,
      readableIndexes: accounts,
    }),
  ),
});

/** `MessageV0` of web3.js has other names for the keys and instructions. */
const message: Conversion = (value) => {
  if (!isObject(value) || 'accountKeys' in value || !('staticAccountKeys' in value)) {
    return nodeMessage(value);
  }
  const { staticAccountKeys, compiledInstructions, ...others } = value;
  return nodeMessage({
    ...others,
    accountKeys: staticAccountKeys,
    instructions: each(compiledInstruction)(compiledInstructions),
  });
};

const compiledInstruction: Conversion = (value) => {
  if (!isObject(value)) return value;
  const { accountKeyIndexes, ...others } = value;
  return { ...others, accounts: accountKeyIndexes };
};

const meta = members({
  err: deep(integer),
  fee: integer,
  computeUnitsConsumed: integer,
  preBalances: each(integer),
  postBalances: each(integer),
  preTokenBalances: tokenBalances,
  postTokenBalances: tokenBalances,
  innerInstructions: each(members({ index: integer, instructions: each(instruction) })),
  loadedAddresses: members({ writable: each(address), readonly: each(address) }),
});

export const toNodeTransaction = members({
  slot: integer,
  blockTime: integer,
  version: integer,
  meta,
  transaction: members({ signatures: each(base58), message }),
});

export const toNodeBlock = members({
  slot: integer,
  parentSlot: integer,
  blockHeight: integer,
  blockTime: integer,
  transactions: each(toNodeTransaction),
});
