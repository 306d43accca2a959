import { type KeyObject, sign } from 'node:crypto';
import { decodeBase58 } from '../../solana/base58.ts';
import type { InstructionToSign } from '../../solana/sandboxAmm.ts';

export interface SigningOptions {
  /** Fee payer and only signer. */
  readonly address: string;
  readonly privateKey: KeyObject;
  readonly blockhash: string;
}

/** Legacy format. Hand-written, since libraries for it are large. */
export function signTransaction(
  { address, privateKey, blockhash }: SigningOptions,
  instructions: readonly InstructionToSign[],
): Uint8Array {
  const named = instructions.flatMap(({ accounts }) => accounts);
  const writable = new Set([
    address,
    ...named.filter(({ isWritable }) => isWritable === true).map((one) => one.address),
  ]);
  const all = [
    ...new Set([
      ...writable,
      ...named.map((one) => one.address),
      ...instructions.map(({ program }) => program),
    ]),
  ];
  const message = Buffer.concat([
    Uint8Array.of(1, 0, all.length - writable.size),
    Uint8Array.of(all.length),
    ...all.map(key),
    key(blockhash),
    Uint8Array.of(instructions.length),
    ...instructions.map(({ program, accounts, data }) =>
      Buffer.concat([
        Uint8Array.of(all.indexOf(program), accounts.length),
        Uint8Array.from(accounts, (one) => all.indexOf(one.address)),
        Uint8Array.of(data.length),
        data,
      ]),
    ),
  ]);
  return Uint8Array.of(1, ...sign(null, message, privateKey), ...message);
}

const key = (address: string): Uint8Array => decodeBase58(address) ?? new Uint8Array(32);
