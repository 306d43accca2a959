import * as vscode from 'vscode';
import { type NetworkSettings, resolveNetworkSettings } from './networkSettings.ts';

/**
 * How VS Code is set to reach an address, by the user's own settings alone: neither a workspace nor
 * the defaults, which other extensions may contribute, lead keys through a proxy of their own.
 */
export function readNetworkSettings(address: string): NetworkSettings {
  const settings = vscode.workspace.getConfiguration();
  return resolveNetworkSettings(address, (id) => settings.inspect(id)?.globalValue, process.env);
}
