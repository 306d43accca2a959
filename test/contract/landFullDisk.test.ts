import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { underFileLimit } from '../fullDisk.ts';
import { FakeLandingService, testBlockhash } from './fakeLandingServers.ts';

const command = join(import.meta.dirname, '../../src/backend/commands/land.ts');
const script = `
  const { landCommand } = await import(${JSON.stringify(command)});
  const { stdout, stderr } = process;
  const environment = { ARBSCOPE_API_KEY: 'service-key-1' };
  const { signal } = new AbortController();
  process.exitCode = await landCommand.run(process.argv.slice(1), { stdout, stderr, environment, signal });
`;

test('arbscope land sends nothing that it cannot record on a full disk', {
  skip: process.platform === 'win32',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-full-'));
  const service = new FakeLandingService();
  await service.listen();
  try {
    const payer = await wallet(1);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.tip(payer.address, 2_000_000n, 'FAST')],
      blockhash: testBlockhash,
    });
    const file = join(folder, 'transaction.txt');
    await writeFile(file, Buffer.from(bytes).toString('base64'));
    const journal = join(folder, 'sent');
    const { landingUrl = '' } = service.settings;
    const args = [file, '--landing-url', landingUrl, '--journal', journal];
    const [program, all] = underFileLimit(0)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
      '--',
      ...args,
    ]);
    const child = spawn(program, all, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    assert.equal(code, 1, errors);
    assert.match(output, /Not sent: cannot write the journal: EFBIG/, errors);
    assert.deepEqual(service.bodies, []);
    assert.deepEqual(await readdir(journal), []);
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
});
