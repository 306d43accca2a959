import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { afterEach, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import {
  type ConfigThread,
  ConfigWorker,
  ConfigWorkerError,
} from '../../../../src/extension/botConfig/configWorker.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const text = `[routing.markets]\nmarkets = ["${usdc}"]\nprocess_delay = 1\n`;
const read = (version: number, given = text) =>
  ({ kind: 'read', document: 'a', version, text: given, isAddressFile: false }) as const;

const workers: ConfigWorker[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.dispose();
});

function create(start: () => ConfigThread, idleMilliseconds = 60_000) {
  const errors: string[] = [];
  const log = { error: (message: string) => errors.push(message) };
  const worker = new ConfigWorker({ start, log, idleMilliseconds });
  workers.push(worker);
  return { worker, errors };
}

const startThread = () =>
  new Worker(new URL('../../../../src/botConfig/worker/main.ts', import.meta.url));

const isFailure = (failure: string) => (error: unknown) =>
  error instanceof ConfigWorkerError && error.failure === failure;

class SilentThread extends EventEmitter {
  readonly sent: { readonly id: number }[] = [];
  isTerminated = false;
  postMessage(message: { readonly id: number }): void {
    this.sent.push(message);
  }
  async terminate(): Promise<number> {
    this.isTerminated = true;
    return 0;
  }
  unref(): void {
    // Not a real thread.
  }
}

const createSilent = (idleMilliseconds?: number) => {
  const threads: SilentThread[] = [];
  const made = create(() => {
    const thread = new SilentThread();
    threads.push(thread);
    return thread as unknown as ConfigThread;
  }, idleMilliseconds);
  return { ...made, threads };
};

describe('The worker thread for bot configs', () => {
  it('reads a config', async () => {
    const { worker } = create(startThread);
    const { config } = await worker.request(read(1));
    assert.equal(config?.form, 'smb-markets');
  });

  it('reads only the newest of several texts of a document', async () => {
    const { worker } = create(startThread);
    const results = await Promise.allSettled([1, 2, 3].map((each) => worker.request(read(each))));
    assert.equal(results[2]?.status, 'fulfilled');
    const superseded = results.filter(
      (each) => each.status === 'rejected' && isFailure('superseded')(each.reason),
    );
    assert.ok(superseded.length >= 1);
  });

  it('ends after a while without requests, and restarts on demand', async () => {
    const { worker, threads } = createSilent(0);
    const first = worker.request(read(1));
    const [thread] = threads;
    assert.ok(thread !== undefined);
    const { generation } = worker;
    thread.emit('message', { id: 1, response: { config: null, problems: [], omittedProblems: 0 } });
    await first;
    while (!thread.isTerminated) await new Promise(setImmediate);
    assert.notEqual(worker.generation, generation);
    void worker.request(read(2)).catch(() => undefined);
    assert.equal(threads.length, 2);
  });

  it('restarts after a crash, which is logged without any of the text', async () => {
    const { worker, threads, errors } = createSilent();
    const asked = worker.request(read(1, 'private_key = "secret"'));
    const [thread] = threads;
    assert.ok(thread !== undefined);
    thread.emit('error', new RangeError('private_key = "secret"'));
    thread.emit('exit', 1);
    await assert.rejects(asked, isFailure('ended'));
    assert.deepEqual(errors, ['The thread for bot configs failed (RangeError)']);
    void worker.request(read(1)).catch(() => undefined);
    assert.equal(threads.length, 2);
  });

  it('ends with the window, and rejects requests after that', async () => {
    const { worker, threads } = createSilent();
    const asked = worker.request(read(1));
    worker.dispose();
    await assert.rejects(asked, isFailure('ended'));
    assert.ok(threads[0]?.isTerminated);
    await assert.rejects(worker.request(read(2)), isFailure('ended'));
  });

  it('ignores invalid messages', async () => {
    const { worker, threads } = createSilent();
    const asked = worker.request(read(1));
    const [thread] = threads;
    for (const wrong of [null, 'text', { id: 'x' }, { id: 1 }]) thread?.emit('message', wrong);
    const response = { packed: [], omittedProblems: 0 };
    thread?.emit('message', { id: 1, response });
    assert.deepEqual(await asked, response);
  });
});
