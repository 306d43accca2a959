import { readSetting } from '../base/commandsAndSettings.ts';
import type { Connection } from '../base/connections.ts';

/** On the Sandbox and a node, where requests cost nothing. */
export const automaticRefreshSeconds = 5;

/** Seconds between two refreshes of a visible Finder; 0: only when the user asks. */
export const finderRefreshSeconds = (kind: Connection['kind']): number =>
  readSetting('arbscope.finder.refreshSeconds') ??
  (kind === 'service' ? 0 : automaticRefreshSeconds);
