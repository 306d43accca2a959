import { backendEnvironment, backendFlags } from '../../src/extension/backend/backendProcess.ts';
import type { WrapCommand } from '../contract/backendProcess.ts';

const environment = Object.entries(backendEnvironment).map(([name, value]) => `${name}=${value}`);

/** Flags and environment of the backend, as a window sets them. On Linux only. */
export const asInEditor: WrapCommand = (command, args) => [
  'env',
  [...environment, command, ...backendFlags, ...args],
];
