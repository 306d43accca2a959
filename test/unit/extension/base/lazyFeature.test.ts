import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CommandId, commandIds } from '../../../../src/extension/base/contributions.ts';
import { DisposableStore } from '../../../../src/extension/base/disposable.ts';
import { activateInBackground, LazyFeature } from '../../../../src/extension/base/lazyFeature.ts';

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

const landingIds = (Object.keys(commandIds) as CommandId[]).filter(
  (id) => commandIds[id] === 'landing',
);

interface Trouble {
  readonly load?: () => Promise<void>;
  readonly make?: (id: CommandId) => void;
}

function landingPart({ load, make }: Trouble = {}) {
  const commands = new CommandsDouble();
  const errors: string[] = [];
  let loads = 0;
  const part = new LazyFeature({
    name: 'landing',
    load: async () => {
      loads++;
      await load?.();
      return () => {
        const own = new DisposableStore();
        for (const id of landingIds) {
          make?.(id);
          own.add(commands.registerCommand(id, (...args) => ['landed', ...args]));
        }
        return own;
      };
    },
    commands,
    log: { error: (message: string) => void errors.push(message) },
  });
  return { part, commands, errors, loads: () => loads };
}

suite('A lazily loaded feature', () => {
  test('has its commands from the start; the first one loads it and runs', async () => {
    const { part, commands, loads } = landingPart();
    assert.deepEqual([...commands.handlers.keys()].sort(), [...landingIds].sort());
    assert.equal(loads(), 0);
    const answers = await Promise.all([
      commands.executeCommand('arbscope.landTransaction', 'a', 1),
      part.load().then(() => 'loaded'),
    ]);
    assert.deepEqual(answers, [['landed', 'a', 1], 'loaded']);
    assert.equal(loads(), 1);
    assert.deepEqual(await commands.executeCommand('arbscope.clearLandings'), ['landed']);
  });

  test('removes its commands when the window closes', async () => {
    const { part, commands } = landingPart();
    await part.load();
    part.dispose();
    assert.equal(commands.handlers.size, 0);
  });

  test('retries a failed load, which is logged', async () => {
    let isBroken = true;
    const { part, commands, errors } = landingPart({
      load: async () => {
        if (isBroken) throw new Error('no such file');
      },
    });
    const others = landingPart();
    await activateInBackground([part, others.part]);
    assert.match(errors.join(), /"landing" was not loaded: .*no such file/);
    assert.notEqual(others.part.feature, null, 'one failure keeps nothing from the next part');
    isBroken = false;
    assert.deepEqual(await commands.executeCommand('arbscope.landTransaction'), ['landed']);
  });

  test('retries a failed creation, and keeps its commands', async () => {
    let isBroken = true;
    const { part, commands, errors } = landingPart({
      make: () => {
        if (isBroken) throw new Error('no such view');
      },
    });
    await assert.rejects(commands.executeCommand('arbscope.landTransaction'), /no such view/);
    assert.deepEqual([...commands.handlers.keys()].sort(), [...landingIds].sort());
    assert.match(errors.join(), /"landing" was not loaded: .*no such view/);
    isBroken = false;
    assert.deepEqual(await commands.executeCommand('arbscope.landTransaction'), ['landed']);
    part.dispose();
    assert.equal(commands.handlers.size, 0);
  });

  test('that fails half-way leaves nothing of its parts behind, so that it can be retried', async () => {
    const last = landingIds.at(-1);
    let isBroken = true;
    const { commands, errors } = landingPart({
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
