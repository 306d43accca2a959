import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import type { WindowConnection } from '../../../../src/backend/channel/windowConnection.ts';
import { WindowIdls } from '../../../../src/backend/channel/windowIdls.ts';
import type { BackendState } from '../../../../src/extension/backend/backendClient.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { editor, replaceVscode, settings, workspace } from '../vscodeDouble.ts';
import { WorkspaceDouble } from './workspaceDouble.ts';

replaceVscode();
const { WorkspaceIdls } = await import('../../../../src/extension/idl/workspaceIdls.ts');
const { maxIdlFiles } = await import('../../../../src/extension/idl/idlFiles.ts');

const address = 'Mine111111111111111111111111111111111111111';
const idl = (more: object = {}) =>
  JSON.stringify({
    name: 'own_amm',
    version: '1.0.0',
    instructions: [{ name: 'go', args: [] }],
    ...more,
  });
const withAddress = idl({ metadata: { address } });
const keypair = JSON.stringify(Array.from({ length: 64 }, (_, at) => at));
const keypairAddress = encodeBase58(Uint8Array.from({ length: 32 }, (_, at) => at + 32));

/** The extension's side over the backend's own reader. */
function open(files: Readonly<Record<string, string>>, current: Connection['kind'] = 'sandbox') {
  settings.clear();
  editor.diagnostics.clear();
  editor.warnings.length = 0;
  const folder = new WorkspaceDouble();
  for (const [path, text] of Object.entries(files)) folder.files.set(path, text);
  const backend = { idls: new WindowIdls(), isDown: false, refused: '', requests: [] as string[] };
  const window = {} as WindowConnection;
  let tell: (state: BackendState) => void = () => undefined;
  const request = async (method: string, members: object) => {
    backend.requests.push(method);
    if (backend.isDown || method === backend.refused) throw new Error('stopped');
    if (method !== 'setIdls') return { calls: [null] };
    return backend.idls.set(window, members as Parameters<WindowIdls['set']>[1]);
  };
  const idls = new WorkspaceIdls({
    backend: {
      request,
      onState: (listener) => {
        tell = listener;
        return { dispose: () => undefined };
      },
    },
    active: {
      current: { kind: current, name: 'Active' } as Connection,
      request: async (method, members) => await request(`${method} of the connection`, members),
    },
    log: { debug: () => undefined, warn: () => undefined } as never,
  });
  return {
    ...{ idls, folder, backend },
    ready: () => tell({ kind: 'ready' } as BackendState),
    /** After the last change. */
    settled: async () => {
      for (let turn = 0; turn < 200; turn++) {
        await new Promise(setImmediate);
        if (turn === 100) mock.timers.tick(1_000);
      }
    },
    problems: () =>
      [...editor.diagnostics].flatMap(([path, found]) =>
        found.map(({ message }) => `${path.replace('/work/', '')}: ${message}`),
      ),
  };
}

describe('IDLs of the workspace', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());
  it('name their programs once the workspace tells their address', async () => {
    const { idls, folder, settled, problems } = open({ 'own-amm/idl.json': idl() });
    await settled();
    assert.match(problems().join(), /^own-amm\/idl\.json: The address of own_amm is unknown/);
    assert.equal(idls.isEmpty, true);
    folder.write('own-amm/src/lib.rs', `declare_id!("${address}");`);
    await settled();
    assert.deepEqual(problems(), []);
    assert.equal(idls.program(address)?.label, 'own-amm/idl.json');
  });

  it('are found in new folders, of which the editor reports nothing else, and go with them', async () => {
    const { idls, folder, settled } = open({});
    await settled();
    folder.write('programs/own/target/idl/own.json', withAddress, 'programs');
    await settled();
    assert.equal(idls.program(address)?.name, 'own_amm');
    folder.delete('programs/own/target/idl/own.json', 'programs');
    await settled();
    assert.equal(idls.program(address), null);
  });

  it('are not read again for folders of packages and builds', async () => {
    const { backend, folder, settled } = open({ 'idl.json': withAddress });
    await settled();
    const { length } = backend.requests;
    folder.write('node_modules/a/b', '', 'node_modules/a');
    folder.write('target/debug/b', '', 'target/debug');
    await settled();
    assert.equal(backend.requests.length, length);
  });

  it('take no address from a deploy keypair in an untrusted workspace', async () => {
    const files = { 'idl.json': idl(), 'target/deploy/own_amm-keypair.json': keypair };
    const { idls, folder, settled } = open(files);
    workspace.isTrusted = false;
    await settled();
    assert.equal(idls.isEmpty, true);
    assert.ok(folder.read.every((path) => !/keypair/.test(path)));
    folder.trust();
    await settled();
    assert.equal(idls.program(keypairAddress)?.name, 'own_amm');
  });

  it('are given to the backend again if it did not take them', async () => {
    const { idls, backend, ready, settled } = open({ 'idl.json': withAddress });
    backend.isDown = true;
    await settled();
    assert.equal(idls.isEmpty, true);
    backend.isDown = false;
    ready();
    await settled();
    assert.equal(idls.isEmpty, false);
  });

  it('beyond the limit are not read, which the Problems view says', async () => {
    const label = (at: number) => `target/idl/${String(at).padStart(3, '0')}.json`;
    const files = Array.from({ length: maxIdlFiles + 2 }, (_, at) => [label(at), withAddress]);
    // Other JSON files do not count.
    const { settled, problems } = open(Object.fromEntries([['idl.json', '{}'], ...files]));
    await settled();
    assert.deepEqual(problems(), [
      `${label(maxIdlFiles)}: Arbscope reads the first 50 IDL files of a workspace, by path. This one and all after it name nothing.`,
    ]);
  });

  it('of too many bytes are not read, which the Problems view says', async () => {
    const { folder, settled, problems } = open({ 'idl.json': withAddress.padEnd(2_000_001) });
    await settled();
    assert.deepEqual(folder.read, []);
    assert.deepEqual(problems(), [
      'idl.json: Arbscope does not look for an IDL in a file of more than 2 MB. This one names nothing.',
    ]);
  });

  it('are searched in a limited number of files, with a warning', async () => {
    const files = Array.from({ length: 501 }, (_, at) => [`target/idl/${at}.json`, '{}']);
    const { folder, settled } = open(Object.fromEntries(files));
    await settled();
    assert.equal(folder.read.length, 500);
    assert.match(editor.warnings.join(), /at most 500 files/);
  });

  it('are asked for instructions only if there can be any, over a node with those of the chain', async () => {
    const instruction = { program: address, data: '', accounts: [] };
    const asked = async (
      files: Readonly<Record<string, string>>,
      kind: Connection['kind'],
      refused = '',
    ) => {
      const { idls, backend, settled } = open(files, kind);
      await settled();
      backend.refused = refused;
      backend.requests.length = 0;
      await idls.nameInstructions([instruction]);
      return backend.requests;
    };
    assert.deepEqual(await asked({}, 'sandbox'), []);
    assert.deepEqual(await asked({ 'idl.json': withAddress }, 'service'), ['nameInstructions']);
    const overNode = 'nameInstructions of the connection';
    assert.deepEqual(await asked({}, 'node'), [overNode]);
    const refused = await asked({ 'idl.json': withAddress }, 'node', overNode);
    assert.deepEqual(refused, [overNode, 'nameInstructions']);
  });

  it('of the chain are looked up over a node only, unless the user turned that off', async () => {
    const asked = async (kind: Connection['kind'], isOff = false) => {
      const { idls, backend, settled } = open({}, kind);
      await settled();
      if (isOff) settings.set('arbscope.idl.fromChain', false);
      backend.requests.length = 0;
      await idls.publishedProgram(address, new AbortController().signal);
      return backend.requests;
    };
    assert.deepEqual(await asked('node'), ['publishedProgram of the connection']);
    assert.deepEqual(await asked('node', true), []);
    assert.deepEqual(await asked('service'), []);
    assert.deepEqual(await asked('sandbox'), []);
  });
});
