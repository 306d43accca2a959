import { decodeBase58 } from '../../../solana/base58.ts';
import type { JsonTransaction } from '../../decode/readJsonMessage.ts';
import type { RpcInstruction } from '../../decode/rpcBlock.ts';

/** Version 0 only. */
export function encodeWireTransaction({ signatures, message }: JsonTransaction): Uint8Array {
  const { header } = message;
  const keys = message.accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey));
  const instructions = message.instructions as readonly RpcInstruction[];
  return Uint8Array.from(
    Buffer.concat([
      list(signatures, fromBase58),
      Uint8Array.of(
        0x80,
        header?.numRequiredSignatures ?? 1,
        header?.numReadonlySignedAccounts ?? 0,
        header?.numReadonlyUnsignedAccounts ?? 0,
      ),
      list(keys, fromBase58),
      fromBase58(message.recentBlockhash ?? ''),
      list(instructions, ({ programIdIndex, accounts, data }) => {
        const bytes = fromBase58(data);
        return Buffer.concat([
          Uint8Array.of(programIdIndex),
          indexes(accounts),
          compactU16(bytes.length),
          bytes,
        ]);
      }),
      list(message.addressTableLookups ?? [], (lookup) =>
        Buffer.concat([
          fromBase58(lookup.accountKey),
          indexes(lookup.writableIndexes),
          indexes(lookup.readonlyIndexes),
        ]),
      ),
    ]),
  );
}

const fromBase58 = (text: string): Uint8Array => decodeBase58(text) ?? new Uint8Array(0);

const list = <Item>(items: readonly Item[], encode: (item: Item) => Uint8Array): Uint8Array =>
  Buffer.concat([compactU16(items.length), ...items.map(encode)]);

const indexes = (values: readonly number[]): Uint8Array =>
  Buffer.concat([compactU16(values.length), Uint8Array.from(values)]);

function compactU16(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
