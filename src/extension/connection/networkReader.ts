import * as vscode from 'vscode';
import { type NetworkSettings, networkSettings } from './networkSettings.ts';

/**
 * How VS Code is set to reach an address, by the user's own settings alone: neither a workspace nor
 * the defaults, which other extensions may contribute, lead keys through a proxy of their own.
 */
export function readNetwork(address: string): NetworkSettings {
  const settings = vscode.workspace.getConfiguration();
  return networkSettings(address, (id) => settings.inspect(id)?.globalValue, process.env);
}
