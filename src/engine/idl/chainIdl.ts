import { createHash } from 'node:crypto';
import { gunzipSync, inflateSync } from 'node:zlib';
import { decodeBase58, encodeBase58 } from '../../solana/base58.ts';
import { findProgramAddress } from '../../solana/findProgramAddress.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import type { AccountReader } from '../rpc/accountReader.ts';

/**
 * IDLs that programs publish on the chain: the IDL account of Anchor before 1.0
 * (`lang/src/idl.rs` of github.com/solana-foundation/anchor), and the canonical metadata of the
 * Program Metadata program (github.com/solana-program/program-metadata).
 */

const metadataProgram = 'ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S';
/** The seed has 16 bytes. */
const metadataSeed = 'idl'.padEnd(16, '\0');

/** Accounts that may have the program's IDL, the newer kind first; `null`: not an address. */
export function idlAddresses(program: string): readonly [string, string] | null {
  const metadata = findProgramAddress(metadataProgram, [{ address: program }, metadataSeed]);
  const base = findProgramAddress(program, []);
  const [baseBytes, owner] = [base && decodeBase58(base), decodeBase58(program)];
  if (metadata === null || baseBytes === null || owner === null) return null;
  const hash = createHash('sha256').update(baseBytes).update('anchor:idl').update(owner).digest();
  return [metadata, encodeBase58(hash)];
}

const maxInflatedBytes = 1_000_000;
/** Enough for the account of any IDL that is read. */
const maxIdlAccountBytes = maxInflatedBytes + 200;

/** The text of the IDL; `null`: another account, too large, or not readable. Never throws. */
export function readIdlAccount(account: ChainAccount | null, program: string): string | null {
  if (account === null) return null;
  const { owner, data } = account;
  try {
    if (owner === metadataProgram) return readMetadata(Buffer.from(data), program);
    return owner === program ? readAnchorAccount(Buffer.from(data)) : null;
  } catch {
    // Not compressed as it says, or larger than the limit.
    return null;
  }
}

/** Texts of the IDLs that the programs publish. Throws a MarketError. */
export async function readIdlTexts(
  reader: Pick<AccountReader, 'readAccounts'>,
  programs: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const places = programs.flatMap((program) =>
    (idlAddresses(program) ?? []).map((address) => ({ program, address })),
  );
  const addresses = places.map(({ address }) => address);
  const accounts = await reader.readAccounts(addresses, maxIdlAccountBytes, signal);
  const texts = new Map<string, string>();
  for (const [at, { program }] of places.entries()) {
    const text = texts.has(program) ? null : readIdlAccount(accounts[at] ?? null, program);
    if (text !== null) texts.set(program, text);
  }
  return texts;
}

const anchorHeaderBytes = 44;

/** Discriminator, authority, length, and the text compressed by zlib. */
function readAnchorAccount(data: Buffer): string | null {
  if (data.length < anchorHeaderBytes) return null;
  const end = anchorHeaderBytes + data.readUInt32LE(anchorHeaderBytes - 4);
  if (end > data.length) return null;
  return inflate(data.subarray(anchorHeaderBytes, end));
}

const inflate = (data: Buffer): string =>
  inflateSync(data, { maxOutputLength: maxInflatedBytes }).toString('utf8');

const metadataHeaderBytes = 96;
const metadataKind = 2;
const encodings = { none: 0, utf8: 1 } as const;
const json = 1;
/** The data itself; the others name a URL or an account, which are not followed. */
const directData = 0;

function readMetadata(data: Buffer, program: string): string | null {
  if (data.length < metadataHeaderBytes || data[0] !== metadataKind) return null;
  const [encoding = 0, compression, format, source] = data.subarray(83, 87);
  const isText = encoding === encodings.none || encoding === encodings.utf8;
  const isOwn = encodeBase58(data.subarray(1, 33)) === program;
  if (!isText || !isOwn || format !== json || source !== directData) return null;
  const end = metadataHeaderBytes + data.readUInt32LE(87);
  if (end > data.length) return null;
  const content = data.subarray(metadataHeaderBytes, end);
  switch (compression) {
    case 0:
      return content.length > maxInflatedBytes ? null : content.toString('utf8');
    case 1:
      return gunzipSync(content, { maxOutputLength: maxInflatedBytes }).toString('utf8');
    case 2:
      return inflate(content);
    default:
      return null;
  }
}
