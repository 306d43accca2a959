import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { decodeCommand } from '../../../../src/backend/commands/decode.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder } from '../../engine/decode/rpcTransactionBuilder.ts';
import { dogMint, jupiter, trader, whirlpoolSwap } from '../../engine/decode/swapFixtures.ts';

test('decode prints null for a net gain whose price is unknown, and the SOL figures', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'arbscope-decode-'));
  context.after(() => rm(directory, { recursive: true }));
  const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
  const swap = (pool: string, pay: readonly [string, bigint], get: readonly [string, bigint]) =>
    whirlpoolSwap(builder, { pool: address(pool), pay, get });
  swap('first pool', [wrappedSolMint, 5_000_000n], [dogMint, 100_000n]);
  swap('second pool', [dogMint, 100_000n], [wrappedSolMint, 5_133_617n]);
  const file = join(directory, 'transaction.json');
  const text = JSON.stringify(builder.build(), (_key, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  await writeFile(file, text);
  const { code, out, error } = await decode(file);
  assert.equal(error, '');
  assert.equal(code, 0);
  const printed = JSON.parse(out);
  assert.equal(printed.type, 'arbitrage');
  assert.equal(printed.net_gains_usd, null);
  assert.equal(printed.volume_usd, null);
  assert.ok(printed.net_gains_sol > 0);
});

test('decode notes that an IDL of one program names another', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'arbscope-decode-'));
  context.after(() => rm(directory, { recursive: true }));
  const [file, idl] = [join(directory, 'none.json'), join(directory, 'idl.json')];
  await writeFile(file, '[]');
  await writeFile(idl, JSON.stringify({ address: jupiter, instructions: [] }));
  const { error } = await decode(file, '--idl', `${dogMint}=${idl}`);
  assert.ok(
    error.startsWith(`note: ${idl}: the IDL is of ${jupiter}, and names ${dogMint}\n`),
    error,
  );
});

async function decode(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const code = await decodeCommand.run(args, { stdout, stderr, signal, environment: {} });
  stdout.end();
  stderr.end();
  const [out = '', error = ''] = await Promise.all(
    [stdout, stderr].map(async (stream) => String(Buffer.concat(await stream.toArray()))),
  );
  return { code, out, error };
}
