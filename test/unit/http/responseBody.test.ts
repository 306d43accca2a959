import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { freeMemory, readBody } from '../../../src/http/responseBody.ts';

const limits = { receivedBytes: 10_000_000, decompressedBytes: 10_000_000 };
const large = Buffer.alloc(5_000_000, 'a block of the chain ');
const bodyOf = (bytes: Buffer) => Readable.from([bytes], { objectMode: false });

describe('The memory of a body', () => {
  it('is not shared, whether the body was compressed or not', async () => {
    for (const [encoding, sent] of [
      ['gzip', gzipSync(large)],
      [undefined, large],
    ] as const) {
      const body = await readBody(bodyOf(sent), encoding, limits);
      assert.ok(body.equals(large));
      freeMemory(body);
      assert.equal(body.length, 0);
    }
    assert.equal(large.length, 5_000_000);
  });

  it('is not freed if it may be shared with other buffers', () => {
    const small = Buffer.from('small');
    freeMemory(small);
    assert.equal(small.toString(), 'small');
  });
});
