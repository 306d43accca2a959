import { isObject } from '../../api/isObject.ts';
import type { GainLimits } from '../../solana/landing/checkFacts.ts';
import { readUserSetting, userSettingValue } from '../contributions/commandsAndSettings.ts';
import { settingDefaults } from '../contributions/settings.ts';
import type { ExpectedCluster } from './landingClient.ts';

/** Applies to the Sandbox only; any other network always requires a confirmation. */
export const skipsSandboxConfirmation = (): boolean =>
  readUserSetting('arbscope.landing.confirmSandbox') === false;

export const expectedCluster = (): ExpectedCluster => readUserSetting('arbscope.landing.cluster');

/** Additional members of the request's options, passed on unchanged. */
export function landingOptions(): Readonly<Record<string, unknown>> {
  const options: unknown = readUserSetting('arbscope.landing.options');
  return isObject(options) ? options : {};
}

export const gainLimits = (): GainLimits => ({
  warnsNetGainNegative: readUserSetting('arbscope.landing.warnNetGainNegative') !== false,
  maxTipSharePercent: readLimit('arbscope.landing.maxTipShare'),
  maxSimulationAgeSeconds: readLimit('arbscope.landing.maxSimulationAgeSeconds'),
});

/** `null` in the user's settings disables the limit; an invalid value counts as not set. */
function readLimit(
  id: 'arbscope.landing.maxTipShare' | 'arbscope.landing.maxSimulationAgeSeconds',
): number | null {
  const value = userSettingValue(id);
  if (value === null) return null;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : settingDefaults[id];
}
