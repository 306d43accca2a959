import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  detectImageFormat,
  TokenImageReader,
} from '../../../../../src/engine/sources/rpc/accounts/tokenImageReader.ts';

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.write('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const gif = Buffer.from('GIF89a\x20\x00\x10\x00', 'latin1');
const webp = (kind: string, at: number, ...bytes: number[]): Buffer => {
  const all = Buffer.alloc(40);
  all.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1');
  all.set(bytes, at);
  return all;
};
/** An application segment, then the header of a progressive frame of 300 x 200. */
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3, 1,
]);

suite('A picture', () => {
  test('is recognised by its first bytes, with its size', () => {
    assert.deepEqual(detectImageFormat(png(56, 48)), {
      mediaType: 'image/png',
      width: 56,
      height: 48,
    });
    assert.deepEqual(detectImageFormat(gif), { mediaType: 'image/gif', width: 32, height: 16 });
    assert.deepEqual(detectImageFormat(jpeg), { mediaType: 'image/jpeg', width: 300, height: 200 });
    const mediaType = 'image/webp';
    assert.deepEqual(detectImageFormat(webp('VP8X', 24, 99, 0, 0, 49, 0, 0)), {
      mediaType,
      width: 100,
      height: 50,
    });
    assert.deepEqual(detectImageFormat(webp('VP8L', 21, 99, 0x40, 0x0c, 0)), {
      mediaType,
      width: 100,
      height: 50,
    });
    assert.deepEqual(detectImageFormat(webp('VP8 ', 26, 100, 0, 50, 0)), {
      mediaType,
      width: 100,
      height: 50,
    });
  });

  test('is rejected if it only claims to be one, or is truncated', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      Buffer.from('<!DOCTYPE html>'),
      Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
      gif.subarray(0, 7),
      jpeg.subarray(0, 12),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, ...Array(40).fill(0xff)]),
      webp('XXXX', 24, 1),
    ]) {
      assert.equal(detectImageFormat(bytes), null, bytes.toString('hex').slice(0, 40));
    }
  });
});

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../fixtures/tls', name), 'utf8');

async function readFrom(body: Buffer, times = 1) {
  let asked = 0;
  const key = fixture('metadata.example.key');
  const cert = fixture('metadata.example.crt');
  const server = createServer({ key, cert }, (_, response) => {
    asked += 1;
    response.setHeader('content-type', 'image/png').end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reader = new TokenImageReader({
    port,
    trustedCertificates: cert,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === '127.0.0.1',
    timeoutMilliseconds: 2_000,
  });
  try {
    const url = `https://metadata.example:${port}/a.png`;
    let image = await reader.read(url);
    for (let time = 1; time < times; time++) image = await reader.read(url);
    return { image, asked };
  } finally {
    await reader.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

suite('The picture of a token', () => {
  test('is returned as a data: address, and fetched once', async () => {
    const { image, asked } = await readFrom(png(56, 56), 3);
    const base64 = png(56, 56).toString('base64');
    assert.deepEqual(image, { dataUri: `data:image/png;base64,${base64}`, reason: null });
    assert.equal(asked, 1);
  });

  test('is rejected if it is an SVG, too large, or has too many pixels', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    assert.match((await readFrom(svg)).image.reason ?? '', /not a PNG, JPEG, GIF or WebP/);
    const large = Buffer.concat([png(56, 56), Buffer.alloc(600 * 1024)]);
    assert.match((await readFrom(large)).image.reason ?? '', /too large/);
    assert.match((await readFrom(png(60_000, 60_000))).image.reason ?? '', /60000 x 60000/);
    assert.match((await readFrom(png(0, 10))).image.reason ?? '', /0 x 10/);
  });

  test('is only fetched from public https addresses', async () => {
    const reader = new TokenImageReader({ timeoutMilliseconds: 500 });
    try {
      for (const url of [
        'http://img.example/a.png',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'https://127.0.0.1/a.png',
        'https://169.254.169.254/latest',
        'https://user@img.example/a.png',
        'https://localhost/a.png',
        '',
      ]) {
        const { dataUri, reason } = await reader.read(url);
        assert.equal(dataUri, null);
        assert.match(reason ?? '', /no public https address/, url);
      }
    } finally {
      await reader.close();
    }
  });
});
