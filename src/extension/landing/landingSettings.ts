import { isObject } from '../../api/isObject.ts';
import type { GainLimits } from '../../solana/landing/checkFacts.ts';
import { readUserSetting, userSettingValue } from '../base/commandsAndSettings.ts';
import { settingDefaults } from '../base/contributions.ts';
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

/** What the user wants to be warned about in trades. */
export const gainLimits = (): GainLimits => ({
  warnsNetGainNegative: readUserSetting('arbscope.landing.warnNetGainNegative') !== false,
  maxTipSharePercent: readLimit('arbscope.landing.maxTipShare'),
  maxSimulationAgeSlots: readLimit('arbscope.landing.maxSimulationAgeSlots', Number.isSafeInteger),
});

/** `null` is the user's own: no limit. What is no limit at all counts as not set. */
function readLimit(
  id: 'arbscope.landing.maxTipShare' | 'arbscope.landing.maxSimulationAgeSlots',
  isValid: (value: unknown) => boolean = Number.isFinite,
): number | null {
  const value = userSettingValue(id);
  if (value === null) return null;
  return typeof value === 'number' && isValid(value) && value >= 0 ? value : settingDefaults[id];
}
