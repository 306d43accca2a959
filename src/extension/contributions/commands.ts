import { addressCommands } from './addresses.ts';
import { alertCommands } from './alerts.ts';
import { botConfigContextKeys } from './botConfig.ts';
import { connectionCommands, connectionContextKeys } from './connections.ts';
import { coverageCommands, coverageContextKeys } from './coverage.ts';
import type { CommandDeclaration, ContextKeyDeclaration } from './declare.ts';
import { exportCommands, exportContextKeys } from './exports.ts';
import { finderCommands, finderContextKeys } from './finder.ts';
import { landingCommands } from './landing.ts';
import { liveCommands, liveContextKeys } from './live.ts';
import { marketCommands } from './market.ts';
import { marketCacheCommands, marketCacheContextKeys } from './marketCache.ts';
import { panelCommands } from './panels.ts';
import { percentilesCommands } from './percentiles.ts';
import { simulateCommands } from './simulate.ts';
import { tokenCommands } from './token.ts';
import { transactionCommands } from './transactions.ts';
import { walletCommands, walletContextKeys } from './wallets.ts';

/** By their ids. The extension imports only the types, so that no declaration is in its bundle. */
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
  ...alertCommands,
} as const;
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
type KeyValueOf<Of> = Of extends ContextKeyDeclaration<infer Value> ? Value : never;

export type CommandId = keyof typeof commands;
export type Commands = { readonly [Id in CommandId]: HandlerOf<(typeof commands)[Id]> };
export type ContextKey = keyof typeof contextKeys;
export type ContextKeys = { readonly [Key in ContextKey]: KeyValueOf<(typeof contextKeys)[Key]> };
