import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import process from 'node:process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { releaseMemoryWhileWorking } from '../../../../src/backend/engines/releaseMemory.ts';

const run = promisify(execFile);

/** Exits when the process uses little memory again; prints whether it had used much. */
const script = `
  const { releaseMemory } = await import(process.argv[1]);
  const megabytes = () => process.memoryUsage.rss() / 1e6;
  const before = megabytes();
  globalThis.kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: String(index) }));
  const full = megabytes();
  delete globalThis.kept;
  releaseMemory();
  while (megabytes() - before > (full - before) / 3) await new Promise(setImmediate);
  console.log(full - before > 60);
`;

describe('A backend that has done work', () => {
  it('returns collected memory to the system', async () => {
    const args = ['--input-type=module', '--eval', script];
    const file = new URL('../../../../src/backend/engines/releaseMemory.ts', import.meta.url).href;
    const { stdout } = await run(process.execPath, [...args, file], { timeout: 60_000 });
    assert.equal(stdout.trim(), 'true');
  });

  it('does so twice a minute while it works, and not while idle', (context) => {
    const collected = context.mock.fn();
    context.mock.timers.enable({ apis: ['setInterval'] });
    let user = 0;
    context.mock.method(process, 'cpuUsage', (before = { user: 0, system: 0 }) => ({
      user: user - before.user,
      system: 0,
    }));
    releaseMemoryWhileWorking(collected);
    context.mock.timers.tick(60_000);
    assert.equal(collected.mock.callCount(), 0);
    user += 1_500_000;
    context.mock.timers.tick(60_000);
    assert.equal(collected.mock.callCount(), 1);
    user += 1_500_000;
    context.mock.timers.tick(30_000);
    assert.equal(collected.mock.callCount(), 2);
  });
});
