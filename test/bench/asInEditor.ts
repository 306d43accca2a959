import { backendFlags } from '../../src/extension/backend/backendProcess.ts';
import type { WrapCommand } from '../contract/backendProcess.ts';

/** Flags of the backend before the program, as a window sets them. */
export const asInEditor: WrapCommand = (command, args) => [command, [...backendFlags, ...args]];
