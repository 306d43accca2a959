import * as vscode from 'vscode';
import { type SettingId, type Settings, settingDefaults } from '../contributions.ts';
import type { ExpectedCluster } from './landingCalls.ts';

/** The user's own value alone: no workspace and no other extension's defaults decide here. */
function ofUser<Id extends SettingId>(id: Id): Settings[Id] {
  const { globalValue } = vscode.workspace.getConfiguration().inspect<Settings[Id]>(id) ?? {};
  return globalValue ?? settingDefaults[id];
}

/** Whether the Sandbox is not asked about; any other network always is. */
export const skipsSandboxQuestion = (): boolean =>
  ofUser('arbscope.landing.confirmSandbox') === false;

/** The chain that transactions are meant for. */
export const expectedCluster = (): ExpectedCluster => ofUser('arbscope.landing.cluster');

/** Further members of the request's options, passed on as they are. */
export function landingOptions(): Readonly<Record<string, unknown>> {
  const options: unknown = ofUser('arbscope.landing.options');
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
  return isObject ? (options as Readonly<Record<string, unknown>>) : {};
}
