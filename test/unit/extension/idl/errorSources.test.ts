import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replaceVscode, window } from '../vscodeDouble.ts';
import { WorkspaceDouble } from './workspaceDouble.ts';

replaceVscode();
const { ErrorSources } = await import('../../../../src/extension/idl/errorSources.ts');

const source = '#[error_code]\npub enum SaleError {\n    TooLate,\n}\n';
const program = 'Mine111111111111111111111111111111111111111';
const idls = {
  program: (address: string) =>
    address === program ? ({ label: 'two/target/idl/two.json' } as never) : null,
};

function workspaceOf(...paths: readonly string[]) {
  const folder = new WorkspaceDouble();
  for (const path of paths) folder.files.set(path, source);
  const sources = new ErrorSources(idls);
  const control = new AbortController();
  const find = (error: string, of = program) => sources.find(of, error, control.signal);
  return { folder, sources, find, control };
}

describe('The source of an error', () => {
  it('is its line in the workspace, nearest to the IDL', async () => {
    const { folder, find } = workspaceOf('one/src/lib.rs', 'two/src/lib.rs', 'target/a.rs');
    assert.equal(await find('TooLate'), 'two/src/lib.rs:3');
    assert.deepEqual(folder.read, ['two/src/lib.rs']);
    assert.equal(await find('TooLate / Late (chain)'), 'two/src/lib.rs:3');
  });

  it('is none for another error, and for a program without an IDL', async () => {
    const { folder, find } = workspaceOf('two/src/lib.rs');
    assert.equal(await find('TooEarly'), '');
    assert.equal(await find('TooLate', 'Other'), '');
    folder.onRead = () => {
      throw new Error('no permission');
    };
    assert.equal(await find('TooLate'), '');
  });

  it('is opened only where it was found, whatever a page asks for', async () => {
    const { sources, find } = workspaceOf('two/src/lib.rs');
    const opened: string[] = [];
    window.showTextDocument = async (uri) => opened.push(String(uri));
    await find('TooLate');
    await sources.open('/etc/passwd');
    await sources.open('two/src/lib.rs:3');
    assert.deepEqual(opened, ['/work/two/src/lib.rs']);
  });

  it('is no longer searched once the panel is closed', async () => {
    const { folder, find, control } = workspaceOf('a/lib.rs', 'b/lib.rs', 'c/lib.rs');
    folder.onRead = () => control.abort();
    assert.equal(await find('TooEarly'), '');
    assert.equal(folder.read.length, 1);
  });
});
