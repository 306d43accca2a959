import { allocatorEnvironment, backendFlags } from '../../src/extension/backend/backendProcess.ts';
import type { WrapCommand } from '../contract/backendProcess.ts';

/** The backend as a window starts it: its environment, and its flags before the program. */
export const asInEditor: readonly [environment: Readonly<Record<string, string>>, WrapCommand] = [
  allocatorEnvironment,
  (command, args) => [command, [...backendFlags, ...args]],
];
