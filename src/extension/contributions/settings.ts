import { explorerSettings, inSourceSettings } from './addresses.ts';
import { alertSettings } from './alerts.ts';
import { botConfigSettings } from './botConfig.ts';
import { connectionSettings } from './connections.ts';
import type { SettingDeclaration } from './declare.ts';
import { exportSettings } from './exports.ts';
import { finderSettings } from './finder.ts';
import { idlSettings } from './idl.ts';
import { landingSettings } from './landing.ts';
import { simulateSettings } from './simulate.ts';
import { tokenSettings } from './token.ts';

/** By their ids. */
export const settings = {
  ...explorerSettings,
  ...inSourceSettings,
  ...finderSettings,
  ...tokenSettings,
  ...connectionSettings,
  ...landingSettings,
  ...simulateSettings,
  ...idlSettings,
  ...exportSettings,
  ...botConfigSettings,
  ...alertSettings,
} as const;
export const settingDefaults = Object.fromEntries(
  Object.entries(settings).map(([id, declaration]) => [id, declaration.default]),
) as Settings;

/** As the settings editor shows them. */
export const settingSections = [
  { title: 'settings.connections', order: 0, settings: connectionSettings },
  { title: 'settings.finder', order: 1, settings: finderSettings },
  { title: 'settings.explorer', settings: explorerSettings },
  { title: 'settings.token', order: 2, settings: tokenSettings },
  { title: 'settings.inSource', order: 5, settings: inSourceSettings },
  { title: 'settings.export', order: 3, settings: exportSettings },
  { title: 'settings.landing', order: 6, settings: landingSettings },
  { title: 'settings.simulate', order: 7, settings: { ...simulateSettings, ...idlSettings } },
  { title: 'settings.botConfig', order: 8, settings: botConfigSettings },
  { title: 'settings.alerts', order: 9, settings: alertSettings },
] as const;

type ValueOf<Of> = Of extends SettingDeclaration<infer Value> ? Value : never;

export type SettingId = keyof typeof settings;
export type Settings = { readonly [Id in SettingId]: ValueOf<(typeof settings)[Id]> };
