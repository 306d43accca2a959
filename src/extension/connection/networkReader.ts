import * as vscode from 'vscode';
import { type NetworkSettings, networkSettings } from './networkSettings.ts';

/** How VS Code is set to reach an address, by the user's own settings alone. */
export function readNetwork(address: string): NetworkSettings {
  const settings = vscode.workspace.getConfiguration();
  return networkSettings(
    address,
    (id) => {
      const inspected = settings.inspect(id);
      return inspected?.globalValue ?? inspected?.defaultValue;
    },
    process.env,
  );
}
