import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DisposableStore } from '../../../../src/extension/base/disposable.ts';
import { LateFeatures } from '../../../../src/extension/base/lateFeatures.ts';

type Handler = (...args: unknown[]) => unknown;

/** Commands as in the editor, with one handler each. */
class CommandsDouble {
  readonly handlers = new Map<string, Handler>();

  registerCommand(id: string, handler: Handler) {
    assert.ok(!this.handlers.has(id), `${id} has a handler`);
    this.handlers.set(id, handler);
    return { dispose: () => void this.handlers.delete(id) };
  }

  async executeCommand<Result>(id: string, ...args: unknown[]): Promise<Result> {
    const handler = this.handlers.get(id);
    assert.ok(handler, `${id} has no handler`);
    return (await handler(...args)) as Result;
  }
}

const commandIds = ['arbscope.landTransaction', 'arbscope.clearLandings', 'arbscope.showLog'];

interface Trouble {
  readonly load?: () => Promise<void>;
  readonly make?: (id: string) => void;
}

function lateFeatures({ load, make }: Trouble = {}) {
  const commands = new CommandsDouble();
  const errors: string[] = [];
  let loads = 0;
  const features = new LateFeatures({
    load: async () => {
      loads++;
      await load?.();
      return () => {
        const own = new DisposableStore();
        for (const id of commandIds) {
          make?.(id);
          own.add(commands.registerCommand(id, (...args) => ['landed', ...args]));
        }
        return own;
      };
    },
    commandIds,
    commands,
    log: { error: (message: string) => void errors.push(message) },
  });
  return { features, commands, errors, loads: () => loads };
}

suite('The features that load after the start', () => {
  test('have their commands from the start; the first one loads them and runs', async () => {
    const { features, commands, loads } = lateFeatures();
    assert.deepEqual([...commands.handlers.keys()].sort(), [...commandIds].sort());
    assert.equal(loads(), 0);
    const answers = await Promise.all([
      commands.executeCommand('arbscope.landTransaction', 'a', 1),
      features.load().then(() => 'loaded'),
    ]);
    assert.deepEqual(answers, [['landed', 'a', 1], 'loaded']);
    assert.equal(loads(), 1);
    assert.deepEqual(await commands.executeCommand('arbscope.clearLandings'), ['landed']);
  });

  test('remove their commands when the window closes', async () => {
    const { features, commands } = lateFeatures();
    await features.load();
    features.dispose();
    assert.equal(commands.handlers.size, 0);
  });

  test('load again after a failed load, which is logged', async () => {
    let isBroken = true;
    const { features, commands, errors } = lateFeatures({
      load: async () => {
        if (isBroken) throw new Error('no such file');
      },
    });
    await assert.rejects(features.load(), /no such file/);
    assert.match(errors.join(), /were not loaded: .*no such file/);
    isBroken = false;
    assert.deepEqual(await commands.executeCommand('arbscope.landTransaction'), ['landed']);
  });

  test('load again after a failed creation, and keep their commands', async () => {
    let isBroken = true;
    const { features, commands, errors } = lateFeatures({
      make: () => {
        if (isBroken) throw new Error('no such view');
      },
    });
    await assert.rejects(commands.executeCommand('arbscope.landTransaction'), /no such view/);
    assert.deepEqual([...commands.handlers.keys()].sort(), [...commandIds].sort());
    assert.match(errors.join(), /were not loaded: .*no such view/);
    isBroken = false;
    assert.deepEqual(await commands.executeCommand('arbscope.landTransaction'), ['landed']);
    features.dispose();
    assert.equal(commands.handlers.size, 0);
  });

  test('leave nothing behind if their creation fails half-way', async () => {
    const last = commandIds.at(-1);
    let isBroken = true;
    const { commands, errors } = lateFeatures({
      make: (id) => {
        if (isBroken && id === last) throw new Error('no such view');
      },
    });
    await assert.rejects(commands.executeCommand('arbscope.landTransaction'), /no such view/);
    assert.equal(errors.length, 1, errors.join());
    assert.match(errors[0] ?? '', /no such view/);
    isBroken = false;
    assert.deepEqual(await commands.executeCommand('arbscope.landTransaction'), ['landed']);
  });
});
