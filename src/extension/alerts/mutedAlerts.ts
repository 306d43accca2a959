import type * as vscode from 'vscode';
import { type AlertRule, alertKey } from './alertRules.ts';

const storageKey = 'arbscope.mutedAlerts';
const maxMuted = 200;

/** Rules that the user has muted, in every window. A changed rule is not muted. */
export class MutedAlerts {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(storage: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#storage = storage;
  }

  has(rule: AlertRule): boolean {
    return this.#keys().includes(alertKey(rule));
  }

  async set(rule: AlertRule, isMuted: boolean): Promise<void> {
    const key = alertKey(rule);
    const others = this.#keys().filter((each) => each !== key);
    const keys = isMuted ? [...others, key] : others;
    await this.#storage.update(storageKey, keys.slice(-maxMuted));
  }

  #keys(): readonly string[] {
    const stored = this.#storage.get<unknown>(storageKey);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  }
}
