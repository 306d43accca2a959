import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { idlAddress } from '@coral-xyz/anchor/dist/cjs/idl.js';
import { PublicKey } from '@solana/web3.js';
import { idlAddresses, readIdlAccount } from '../../../../src/engine/idl/chainIdl.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';

const program = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const metadataProgram = 'ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S';
const text = '{"instructions":[]}';
const accountOf = (owner: string, data: Uint8Array) => ({ owner, lamports: 1n, data });

function anchorAccount(content: Uint8Array, length = content.length): Buffer {
  const header = Buffer.alloc(44);
  header.writeUInt32LE(length, 40);
  return Buffer.concat([header, content]);
}

interface MetadataParts {
  readonly compression: number;
  readonly content: Uint8Array;
  readonly source?: number;
  readonly of?: string;
}

function metadataAccount({
  compression,
  content,
  source = 0,
  of = program,
}: MetadataParts): Buffer {
  const header = Buffer.alloc(96);
  header[0] = 2;
  header.set(decodeBase58(of) ?? [], 1);
  header.set([1, compression, 1, source], 83);
  header.writeUInt32LE(content.length, 87);
  return Buffer.concat([header, content]);
}

describe('the IDL that a program publishes', () => {
  it('is at the addresses of Anchor and of the Program Metadata program', async () => {
    const [metadata, anchor] = idlAddresses(program) ?? [];
    assert.equal(anchor, (await idlAddress(new PublicKey(program))).toBase58());
    const seeds = [new PublicKey(program).toBuffer(), Buffer.from('idl'.padEnd(16, '\0'))];
    const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(metadataProgram));
    assert.equal(metadata, expected.toBase58());
    assert.equal(idlAddresses('no address'), null);
  });

  it('is read from both accounts, compressed or not', () => {
    const read = (owner: string, data: Uint8Array) =>
      readIdlAccount(accountOf(owner, data), program);
    assert.equal(read(program, anchorAccount(deflateSync(text))), text);
    for (const [compression, content] of [
      [0, Buffer.from(text)],
      [1, gzipSync(text)],
      [2, deflateSync(text)],
    ] as const) {
      assert.equal(read(metadataProgram, metadataAccount({ compression, content })), text);
    }
  });

  it('is none in other accounts, of other programs, behind a URL, or beyond 1 MB', () => {
    const read = (owner: string, data: Uint8Array) =>
      readIdlAccount(accountOf(owner, data), program);
    const content = Buffer.from(text);
    const big = deflateSync(Buffer.alloc(1_000_001, 32));
    assert.equal(readIdlAccount(null, program), null);
    assert.equal(read(metadataProgram, anchorAccount(deflateSync(text))), null);
    assert.equal(read('11111111111111111111111111111111', anchorAccount(deflateSync(text))), null);
    assert.equal(read(program, anchorAccount(big)), null);
    assert.equal(read(program, anchorAccount(content)), null);
    assert.equal(read(program, anchorAccount(deflateSync(text), 9_999)), null);
    assert.equal(read(program, Buffer.alloc(10)), null);
    assert.equal(
      read(metadataProgram, metadataAccount({ compression: 0, content, source: 1 })),
      null,
    );
    assert.equal(read(metadataProgram, metadataAccount({ compression: 9, content })), null);
    assert.equal(read(metadataProgram, metadataAccount({ compression: 2, content: big })), null);
    const other = metadataAccount({ compression: 0, content, of: metadataProgram });
    assert.equal(read(metadataProgram, other), null);
  });
});
