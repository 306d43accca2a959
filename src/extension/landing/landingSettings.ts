import { isObject } from '../../api/isObject.ts';
import { readUserSetting } from '../commandsAndSettings.ts';
import type { ExpectedCluster } from './landingClient.ts';

/** Whether the Sandbox is not asked about; any other network always is. */
export const skipsSandboxConfirmation = (): boolean =>
  readUserSetting('arbscope.landing.confirmSandbox') === false;

export const expectedCluster = (): ExpectedCluster => readUserSetting('arbscope.landing.cluster');

/** Further members of the request's options, passed on as they are. */
export function landingOptions(): Readonly<Record<string, unknown>> {
  const options: unknown = readUserSetting('arbscope.landing.options');
  return isObject(options) ? options : {};
}
