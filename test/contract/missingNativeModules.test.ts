import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { root } from '../../scripts/paths.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { instructions, signedWithKit } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';

/** Runs the program without node_modules, as in a package for an unsupported system. */
describe('Without a native library', suiteLimit, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-missing-'));
    for (const file of ['backend.js', 'backend', 'package.json']) {
      await cp(join(root, 'dist', file), join(folder, file), { recursive: true });
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], input = '') => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(folder, 'backend.js'), ...args],
      { input, encoding: 'utf8', ...suiteLimit },
    );
    return { stdout, stderr, status };
  };

  it('transactions are decoded and addresses explained without DuckDB', () => {
    const decoded = run(['decode', join(root, 'test/fixtures/chain/version1.json')]);
    assert.equal(decoded.status, 0, decoded.stderr);
    assert.match(decoded.stdout, /"signature":/);
    const call = { name: 'arbscope_decode', arguments: { text: wrappedSolMint } };
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    assert.match(run(['mcp'], `${JSON.stringify(request)}\n`).stdout, /SPL Token/);
  });

  it('the Sandbox reports that DuckDB is missing, and what works without it', () => {
    const { stderr, status } = run(['serve', '--port', '0']);
    assert.equal(status, 1);
    assert.match(stderr, /no DuckDB build for this machine.*Use a Service connection/);
  });

  it('landing reports that LiteSVM is missing, and where it works', async () => {
    await mkdir(join(folder, 'node_modules'));
    await symlink(
      join(root, 'node_modules/@duckdb'),
      join(folder, 'node_modules/@duckdb'),
      'junction',
    );
    const payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, payer.address, 1n)],
      blockhash: wrappedSolMint,
    });
    const file = join(folder, 'transaction.txt');
    await writeFile(file, Buffer.from(bytes).toString('base64'));
    const { stdout, stderr, status } = run(['land', file]);
    assert.equal(status, 1);
    assert.match(stdout + stderr, /LiteSVM has no build for it/);
    assert.match(stdout + stderr, /Use a Node connection/);
  });
});
