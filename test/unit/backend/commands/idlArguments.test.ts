import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { readIdlArguments } from '../../../../src/backend/commands/idlArguments.ts';
import { tokenProgram } from '../../../../src/solana/knownPrograms.ts';

const program = 'Mine111111111111111111111111111111111111111';
const idl = (more: object = {}) => ({ name: 'mine', instructions: [], ...more });
const programNode = (name: string, publicKey: string) => ({
  ...{ kind: 'programNode', name, publicKey, version: '1.0.0' },
  ...{ instructions: [], accounts: [], definedTypes: [], errors: [] },
});

describe('The IDLs of a command', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idl-arguments-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The programs that are named, and what the user reads. */
  async function read(content: unknown, prefix = '') {
    const path = join(folder, 'idl.json');
    await writeFile(path, content instanceof Uint8Array ? content : JSON.stringify(content));
    const stderr = new PassThrough();
    const context = { stderr, signal: new AbortController().signal };
    const named = await readIdlArguments([`${prefix}${path}`], context).then(
      (idls) => idls.all.map((one) => one.program).filter((one) => idls.of(one).length > 0),
      (error: Error) => error.message,
    );
    stderr.end();
    return [named, await text(stderr)].map((part) =>
      typeof part === 'string' ? part.replaceAll(path, 'PATH') : part,
    );
  }

  it('have the address of the file or of the option, and say what is wrong with the file’s', async () => {
    assert.deepEqual(await read(idl({ address: program })), [[program], '']);
    assert.deepEqual(await read(idl(), `${program}=`), [[program], '']);
    const [error, notes] = await read(idl({ address: 'Mine' }));
    assert.match(String(error), /Pass it as --idl PROGRAM=FILE$/);
    assert.equal(notes, 'note: PATH: The address of the program is not an address\n');
  });

  it('say which programs they do not name', async () => {
    const node = programNode('first', program);
    const root = {
      ...{ kind: 'rootNode', standard: 'codama', version: '1.0.0', program: node },
      additionalPrograms: [programNode('second', '')],
    };
    const note = 'note: PATH: second has no address, so it names nothing\n';
    assert.deepEqual(await read(root), [[program], note]);
    const [named, told] = await read(idl({ address: tokenProgram }));
    assert.deepEqual(named, []);
    assert.match(
      String(told),
      /^note: idl\.json: names nothing, because Arbscope names the calls of/,
    );
  });

  it('are refused with the reason: too large, however the file tells its size, or not UTF-8', async () => {
    assert.deepEqual(await read(Buffer.from([0xc3, 0x28])), ['PATH: The file is not UTF-8', '']);
    const [large] = await read(Buffer.alloc(2_000_001, ' '));
    assert.match(String(large), /has 2,000,001 bytes; the limit is 2,000,000$/);
    const [endless] = await read(Buffer.alloc(3_000_000, ' '));
    assert.match(String(endless), /larger than the limit of 2 MiB$/);
  });
});
