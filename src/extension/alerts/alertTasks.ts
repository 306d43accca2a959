import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isObject } from '../../api/isObject.ts';

/** Labels of the workspace's tasks.json; none in an untrusted workspace. */
export function workspaceTasks(): string[] {
  if (!vscode.workspace.isTrusted) return [];
  const tasks = vscode.workspace.getConfiguration('tasks').get<unknown>('tasks');
  return (Array.isArray(tasks) ? tasks : [])
    .map((task: unknown) => (isObject(task) ? task['label'] : null))
    .filter((label) => typeof label === 'string');
}

/** Runs a task of the trusted workspace's tasks.json. Returns why it did not run, or null. */
export async function runWorkspaceTask(label: string): Promise<string | null> {
  if (!vscode.workspace.isTrusted) {
    return t('The workspace is not trusted.');
  }
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find(({ name, source }) => name === label && source === 'Workspace');
  if (task === undefined) return t('This workspace has no such task.');
  await vscode.tasks.executeTask(task);
  return null;
}
