import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceVscode, tasks, workspace } from '../vscodeDouble.ts';

replaceVscode();
const { runWorkspaceTask, workspaceTasks } = await import(
  '../../../../src/extension/alerts/alertTasks.ts'
);

test('an alert runs a task of a trusted workspace alone, and says why a task does not run', async () => {
  tasks.known = [
    { name: 'stop bot', source: 'Workspace' },
    { name: 'stop bot', source: 'npm' },
    { name: 'build', source: 'npm' },
  ];
  assert.deepEqual(await workspaceTasks(), ['stop bot']);
  assert.equal(await runWorkspaceTask('stop bot'), null);
  assert.equal(await runWorkspaceTask('build'), 'This workspace has no such task.');
  workspace.isTrusted = false;
  try {
    assert.deepEqual(await workspaceTasks(), []);
    assert.equal(await runWorkspaceTask('stop bot'), 'The workspace is not trusted.');
  } finally {
    workspace.isTrusted = true;
  }
  assert.deepEqual(tasks.executed, [{ name: 'stop bot', source: 'Workspace' }]);
});
