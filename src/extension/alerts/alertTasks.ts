import * as vscode from 'vscode';
import { isObject } from '../../api/isObject.ts';
import type { Log } from '../base/log.ts';

/** Labels of the workspace's tasks.json; none in an untrusted workspace. */
export function workspaceTasks(): string[] {
  if (!vscode.workspace.isTrusted) return [];
  const tasks = vscode.workspace.getConfiguration('tasks').get<unknown>('tasks');
  return (Array.isArray(tasks) ? tasks : [])
    .map((task: unknown) => (isObject(task) ? task['label'] : null))
    .filter((label) => typeof label === 'string');
}

/** Runs a task of the trusted workspace's tasks.json. */
export async function runWorkspaceTask(label: string, log: Pick<Log, 'warn'>): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    log.warn(`Alert: task “${label}” not run, because the workspace is not trusted.`);
    return;
  }
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find(({ name, source }) => name === label && source === 'Workspace');
  if (task === undefined) log.warn(`Alert: this workspace has no task “${label}”.`);
  else await vscode.tasks.executeTask(task);
}
