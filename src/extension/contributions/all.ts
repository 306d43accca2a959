import { addressCommands, explorerSettings, inSourceSettings } from './addresses.ts';
import { botConfigContextKeys, botConfigSettings } from './botConfig.ts';
import { connectionCommands, connectionContextKeys, connectionSettings } from './connections.ts';
import { coverageCommands, coverageContextKeys } from './coverage.ts';
import type { CommandDeclaration, ContextKeyDeclaration, SettingDeclaration } from './declare.ts';
import { exportCommands, exportContextKeys, exportSettings } from './exports.ts';
import { finderCommands, finderContextKeys, finderSettings } from './finder.ts';
import { landingCommands, landingSettings } from './landing.ts';
import { liveCommands, liveContextKeys } from './live.ts';
import { marketCommands } from './market.ts';
import { marketCacheCommands, marketCacheContextKeys } from './marketCache.ts';
import { panelCommands } from './panels.ts';
import { percentilesCommands } from './percentiles.ts';
import { simulateCommands, simulateSettings } from './simulate.ts';
import { tokenCommands, tokenSettings } from './token.ts';
import { transactionCommands } from './transactions.ts';
import { walletCommands, walletContextKeys } from './wallets.ts';

/** By their ids. The types of handlers, values and keys follow from the declarations. */
export const commands = {
  ...transactionCommands,
  ...addressCommands,
  ...finderCommands,
  ...percentilesCommands,
  ...marketCommands,
  ...tokenCommands,
  ...panelCommands,
  ...connectionCommands,
  ...landingCommands,
  ...simulateCommands,
  ...exportCommands,
  ...walletCommands,
  ...marketCacheCommands,
  ...liveCommands,
  ...coverageCommands,
} as const;
export const settings = {
  ...explorerSettings,
  ...inSourceSettings,
  ...finderSettings,
  ...tokenSettings,
  ...connectionSettings,
  ...landingSettings,
  ...simulateSettings,
  ...exportSettings,
  ...botConfigSettings,
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
  { title: 'settings.simulate', order: 7, settings: simulateSettings },
  { title: 'settings.botConfig', order: 8, settings: botConfigSettings },
] as const;
export const contextKeys = {
  ...finderContextKeys,
  ...connectionContextKeys,
  ...exportContextKeys,
  ...walletContextKeys,
  ...marketCacheContextKeys,
  ...liveContextKeys,
  ...coverageContextKeys,
  ...botConfigContextKeys,
} as const;

type HandlerOf<Of> = Of extends CommandDeclaration<infer Handler> ? Handler : never;
type ValueOf<Of> = Of extends SettingDeclaration<infer Value> ? Value : never;
type KeyValueOf<Of> = Of extends ContextKeyDeclaration<infer Value> ? Value : never;

export type CommandId = keyof typeof commands;
export type Commands = { readonly [Id in CommandId]: HandlerOf<(typeof commands)[Id]> };
export type SettingId = keyof typeof settings;
export type Settings = { readonly [Id in SettingId]: ValueOf<(typeof settings)[Id]> };
export type ContextKey = keyof typeof contextKeys;
export type ContextKeys = { readonly [Key in ContextKey]: KeyValueOf<(typeof contextKeys)[Key]> };
