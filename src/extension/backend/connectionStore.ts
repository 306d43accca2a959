import * as vscode from 'vscode';
import {
  type Connection,
  isSameName,
  sandboxConnection,
  type UserConnection,
} from '../base/connections.ts';
import { type Disposable, DisposableStore, Listeners } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { userSettingValue } from '../contributions/commandsAndSettings.ts';
import type { SettingId } from '../contributions/settings.ts';
import { parseConnectionEntries, toConnectionEntry } from './connectionEntries.ts';

const setting: SettingId = 'arbscope.connections';

/**
 * All connections without their secrets: the Sandbox and those of the setting
 * `arbscope.connections`. The setting is machine-scoped, and only the user's value is read, so that
 * no workspace and no other extension's default can add or redirect a connection.
 */
export class ConnectionStore extends DisposableStore {
  readonly #changeListeners = new Listeners<void>();
  readonly #log: Log;
  #connections: readonly UserConnection[] = [];
  #errors: readonly string[] = [];

  constructor(log: Log) {
    super();
    this.#log = log;
    this.#read();
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(setting)) return;
        this.#read();
        this.#changeListeners.fire();
      }),
    );
  }

  /** The Sandbox first. */
  get all(): readonly Connection[] {
    return [sandboxConnection, ...this.#connections];
  }

  get userConnections(): readonly UserConnection[] {
    return this.#connections;
  }

  get errors(): readonly string[] {
    return this.#errors;
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => isSameName(connection.name, name));
  }

  onChange(listener: () => void): Disposable {
    return this.#changeListeners.add(listener);
  }

  /** Adds a connection, or replaces the one named `replaced`. */
  async save(connection: UserConnection, replaced: string | null): Promise<void> {
    const entries = entriesInSettings();
    const entry = toConnectionEntry(connection);
    const index = entries.findIndex((one) => replaced !== null && hasName(one, replaced));
    // Keep unknown properties of the user's entry.
    if (index >= 0) entries[index] = { ...unknownProperties(entries[index]), ...entry };
    else entries.push(entry);
    await this.#write(entries);
  }

  async remove(name: string): Promise<void> {
    await this.#write(entriesInSettings().filter((entry) => !hasName(entry, name)));
  }

  async #write(entries: readonly unknown[]): Promise<void> {
    const value = entries.length === 0 ? undefined : entries;
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration().update(setting, value, target);
    this.#read();
    this.#changeListeners.fire();
  }

  #read(): void {
    const { connections, errors } = parseConnectionEntries(userSettingValue(setting));
    this.#connections = connections;
    const isNew = errors.join() !== this.#errors.join();
    this.#errors = errors;
    if (isNew) for (const fault of errors) this.#log.warn(`Setting ${setting}: ${fault}`);
  }
}

function entriesInSettings(): unknown[] {
  const value = userSettingValue(setting);
  return Array.isArray(value) ? [...value] : [];
}

const nameOf = (entry: unknown): string => {
  const name: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

const hasName = (entry: unknown, name: string): boolean => isSameName(nameOf(entry), name);

/** Those that the form changes. */
const knownProperties: ReadonlySet<string> = new Set([
  'name',
  'kind',
  'origin',
  'blockEngineUrl',
  'geyserUrl',
  'baseUrl',
  'landingUrl',
  'parameterEncoding',
  'tier',
  'requestsPerMinute',
]);

const unknownProperties = (entry: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof entry === 'object' && entry !== null ? entry : {}).filter(
      ([name]) => !knownProperties.has(name),
    ),
  );
