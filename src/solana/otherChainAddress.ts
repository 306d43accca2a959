import { createHash } from 'node:crypto';
import { base58Alphabet } from '../api/base58.ts';
import { decodeBase58 } from './base58.ts';

/**
 * Whether text of about the length of an address is one of another chain: hexadecimal after `0x`
 * (Ethereum, Sui, Aptos), or with a correct checksum of Bitcoin, Tron, Tezos, XRP, Polkadot or TON.
 */
export const isOtherChainAddress = (text: string): boolean =>
  /^0x[\da-f]{4,}$/i.test(text) ||
  isBase58Check(decodeBase58(text)) ||
  isBase58Check(decodeXrpBase58(text)) ||
  isSs58(decodeBase58(text)) ||
  isTonAddress(text);

const digest = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();

/** https://en.bitcoin.it/wiki/Base58Check_encoding */
function isBase58Check(bytes: Uint8Array | null): boolean {
  if (bytes === null || bytes.length < 21) return false;
  const checksum = digest('sha256', digest('sha256', bytes.subarray(0, -4))).subarray(0, 4);
  return checksum.equals(bytes.subarray(-4));
}

const xrpAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** https://xrpl.org/docs/references/protocol/data-types/base58-encodings */
const decodeXrpBase58 = (text: string): Uint8Array | null =>
  decodeBase58(text.replace(/./g, (digit) => base58Alphabet[xrpAlphabet.indexOf(digit)] ?? '0'));

/** https://docs.polkadot.com/reference/parachains/accounts/ */
function isSs58(bytes: Uint8Array | null): boolean {
  if (bytes === null || (bytes.length !== 35 && bytes.length !== 36)) return false;
  const body = bytes.subarray(0, -2);
  return digest('blake2b512', Buffer.from('SS58PRE'), body)
    .subarray(0, 2)
    .equals(bytes.subarray(-2));
}

/** https://docs.ton.org/v3/documentation/smart-contracts/addresses/address-formats */
function isTonAddress(text: string): boolean {
  if (!/^(?:[A-Za-z\d+/]{48}|[\w-]{48})$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  let crc = 0;
  for (const byte of bytes.subarray(0, -2)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc === bytes.readUInt16BE(34);
}
