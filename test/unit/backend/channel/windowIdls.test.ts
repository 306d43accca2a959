import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sampleBotFolder } from '../../../../scripts/paths.ts';
import type { WindowConnection } from '../../../../src/backend/channel/windowConnection.ts';
import { nameInstructions, WindowIdls } from '../../../../src/backend/channel/windowIdls.ts';
import { callTool } from '../../../../src/backend/tools/callTool.ts';
import { sandboxAmmProgram } from '../../../../src/solana/sandboxAmm.ts';
import { failing } from '../../../fixtures/sample-bot/transactions/cycles.ts';

const text = await readFile(join(sampleBotFolder, 'programs/sandbox-amm/idl.json'), 'utf8');
const withoutAddress = text.replace(/"address": "Sandbox\w+",/, '');
const window = () => ({}) as WindowConnection;
const file = (content: string, more: object = {}) => ({
  label: 'idl.json',
  text: content,
  ...more,
});
const none = () => Promise.reject(new Error('not asked for'));

describe('The IDLs of a window', () => {
  it('name the instructions of its own transactions only', () => {
    const idls = new WindowIdls();
    const [own, other] = [window(), window()];
    const { files } = idls.set(own, { files: [file(text)] });
    assert.deepEqual(
      files[0]?.programs.map(({ address, name, instructions }) => [address, name, instructions]),
      [[sandboxAmmProgram, 'sandbox_amm', ['swap']]],
    );
    const swap = { program: sandboxAmmProgram, data: 'AQEAAAAAAAAAAgAAAAAAAAA=', accounts: [] };
    const [named] = nameInstructions([swap], idls.of(own)).calls;
    assert.deepEqual(named?.values, [
      { name: 'amount_in', value: '1' },
      { name: 'least_out', value: '2' },
    ]);
    assert.deepEqual(nameInstructions([swap], idls.of(other)).calls, [null]);
    idls.set(own, { files: [] });
    assert.ok(idls.of(own).isEmpty);
  });

  it('name nothing without an address, until the workspace has it', () => {
    const idls = new WindowIdls();
    const own = window();
    const [first] = idls.set(own, { files: [file(withoutAddress)] }).files;
    assert.equal(first?.programs[0]?.address, null);
    assert.ok(idls.of(own).isEmpty);
    const program = { program: sandboxAmmProgram };
    const [second] = idls.set(own, { files: [file(withoutAddress, program)] }).files;
    assert.equal(second?.programs[0]?.address, sandboxAmmProgram);
  });

  it('are given the reason if a file is none', () => {
    const idls = new WindowIdls();
    const { files } = idls.set(window(), { files: [file('{}'), file('x')] });
    assert.deepEqual(
      files.map(({ reason }) => reason),
      ['The file is not an IDL: it has no list of instructions', 'The file is not JSON'],
    );
  });

  it('do not query the chain if the user turned that off', async () => {
    const idls = new WindowIdls();
    const own = window();
    const asked: unknown[] = [];
    const connection = {
      idlTexts: async (programs: readonly string[]) => {
        asked.push(programs);
        return new Map<string, string>();
      },
    };
    const chain = { connectionId: 'node', connection };
    const program = sandboxAmmProgram.replace('Sandbox', 'Another');
    idls.set(own, { files: [], isChainOff: true });
    await idls.forPrograms({ window: own, signal: new AbortController().signal }, [program], chain);
    assert.equal(asked.length, 0);
    idls.set(own, { files: [] });
    await idls.forPrograms({ window: own, signal: new AbortController().signal }, [program], chain);
    assert.equal(asked.length, 1);
  });

  it('name the instructions of a transaction that a language model decodes', async () => {
    const idls = new WindowIdls();
    const own = window();
    idls.set(own, { files: [file(text)] });
    const context = {
      ...{ origin: 'sandbox', connection: none, mayLoadPools: false },
      workspaceIdls: idls.of(own),
    };
    const call = { tool: 'arbscope_decode', input: { text: failing } } as const;
    const response = await callTool(context, call, {
      signal: new AbortController().signal,
      priority: 'interactive',
      window: own,
      onProgress: () => undefined,
    });
    assert.match(JSON.stringify(response), /least_out/);
  });
});
