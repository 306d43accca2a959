import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

/** The tasks of the workspace's tasks.json; none in an untrusted workspace. */
async function fetchWorkspaceTasks(): Promise<vscode.Task[]> {
  if (!vscode.workspace.isTrusted) return [];
  return (await vscode.tasks.fetchTasks()).filter(({ source }) => source === 'Workspace');
}

/** Labels of the tasks that an alert can run. */
export const workspaceTasks = async (): Promise<string[]> =>
  (await fetchWorkspaceTasks()).map(({ name }) => name);

/** Runs a task of the trusted workspace's tasks.json. Returns why it did not run, or null. */
export async function runWorkspaceTask(label: string): Promise<string | null> {
  if (!vscode.workspace.isTrusted) return t('The workspace is not trusted.');
  const task = (await fetchWorkspaceTasks()).find(({ name }) => name === label);
  if (task === undefined) return t('This workspace has no such task.');
  await vscode.tasks.executeTask(task);
  return null;
}
