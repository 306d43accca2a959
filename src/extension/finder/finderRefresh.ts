import type { Connection } from '../base/connections.ts';
import { readSetting } from '../contributions/commandsAndSettings.ts';

/** For the Sandbox and nodes, where requests are free. */
export const automaticRefreshSeconds = 5;

/** Default refresh interval of a visible Finder in seconds; 0: manual refresh only. */
export const finderRefreshSeconds = (kind: Connection['kind']): number =>
  readSetting('arbscope.finder.refreshSeconds') ??
  (kind === 'service' ? 0 : automaticRefreshSeconds);
