import assert from 'node:assert/strict';
import { isAbsolute, join } from 'node:path';
import { test } from 'node:test';
import { stateFolder } from '../../../src/backend/commands/submissionHistory.ts';

test('the command line keeps its state where each operating system expects it', () => {
  const home = '/home/dev';
  const linux = join(home, '.local', 'state', 'arbscope');
  assert.equal(stateFolder({}, 'linux', home), linux);
  assert.equal(
    stateFolder({ XDG_STATE_HOME: '/state' }, 'linux', home),
    join('/state', 'arbscope'),
  );
  assert.equal(stateFolder({ XDG_STATE_HOME: 'relative' }, 'linux', home), linux);
  assert.equal(
    stateFolder({ XDG_STATE_HOME: '/state' }, 'darwin', home),
    join(home, 'Library', 'Application Support', 'arbscope'),
  );
  assert.equal(stateFolder({}, 'win32', home), join(home, 'AppData', 'Local', 'arbscope'));
});

test('It is never in the working directory, also with an empty HOME', () => {
  const { HOME: home } = process.env;
  process.env['HOME'] = '';
  try {
    assert.ok(isAbsolute(stateFolder({}, 'linux')));
  } finally {
    if (home === undefined) delete process.env['HOME'];
    else process.env['HOME'] = home;
  }
});
