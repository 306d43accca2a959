import { allocatorEnvironment, backendFlags } from '../../src/extension/backend/backendProcess.ts';
import type { WrapCommand } from '../contract/backendProcess.ts';

/** Environment of the backend and its flags before the program, as a window sets them. */
export const asInEditor: readonly [environment: Readonly<Record<string, string>>, WrapCommand] = [
  allocatorEnvironment,
  (command, args) => [command, [...backendFlags, ...args]],
];
