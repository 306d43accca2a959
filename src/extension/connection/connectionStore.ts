import * as vscode from 'vscode';
import type { SettingId } from '../contributions.ts';
import { type Disposable, DisposableList, Listeners } from '../disposable.ts';
import type { Log } from '../log.ts';
import { entryOf, readConnections } from './connectionEntries.ts';
import { type Connection, isSameName, type OwnConnection, sandbox } from './connections.ts';

const setting: SettingId = 'arbscope.connections';

/**
 * The connections that there are, without their secrets: the Sandbox and those of the setting
 * `arbscope.connections`. The setting is machine-scoped, and only the user's own value of it is
 * read, so that no workspace and no other extension's defaults can add or redirect one.
 */
export class ConnectionStore implements Disposable {
  readonly #own = new DisposableList();
  readonly #changes = new Listeners<void>();
  readonly #log: Log;
  #connections: readonly OwnConnection[] = [];
  #faults: readonly string[] = [];

  constructor(log: Log) {
    this.#log = log;
    this.#read();
    this.#own.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(setting)) return;
        this.#read();
        this.#changes.tell();
      }),
    );
  }

  /** The Sandbox first. */
  get all(): readonly Connection[] {
    return [sandbox, ...this.#connections];
  }

  get own(): readonly OwnConnection[] {
    return this.#connections;
  }

  /** What is wrong with entries that are left out, in words. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => isSameName(connection.name, name));
  }

  onChange(listener: () => void): Disposable {
    return this.#changes.add(listener);
  }

  /** Adds a connection, or puts it in the place of the one that has the name `replaced`. */
  async save(connection: OwnConnection, replaced: string | null): Promise<void> {
    const entries = entriesInSettings();
    const entry = entryOf(connection);
    const place = entries.findIndex((one) => replaced !== null && isNamed(one, replaced));
    // What people wrote beside what is known here stays.
    if (place >= 0) entries[place] = { ...unknownMembers(entries[place]), ...entry };
    else entries.push(entry);
    await this.#write(entries);
  }

  async remove(name: string): Promise<void> {
    await this.#write(entriesInSettings().filter((entry) => !isNamed(entry, name)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #write(entries: readonly unknown[]): Promise<void> {
    const value = entries.length === 0 ? undefined : entries;
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration().update(setting, value, target);
    this.#read();
    this.#changes.tell();
  }

  #read(): void {
    const { connections, faults } = readConnections(settingOfUser());
    this.#connections = connections;
    const isNew = faults.join() !== this.#faults.join();
    this.#faults = faults;
    if (isNew) for (const fault of faults) this.#log.warn(`Setting ${setting}: ${fault}`);
  }
}

/** The user's own value. A machine-scoped setting has no other, and no other is looked at. */
const settingOfUser = (): unknown =>
  vscode.workspace.getConfiguration().inspect(setting)?.globalValue;

function entriesInSettings(): unknown[] {
  const value = settingOfUser();
  return Array.isArray(value) ? [...value] : [];
}

const nameOf = (entry: unknown): string => {
  const name: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

const isNamed = (entry: unknown, name: string): boolean => isSameName(nameOf(entry), name);

const knownMembers: ReadonlySet<string> = new Set([
  'name',
  'kind',
  'origin',
  'blockEngineUrl',
  'baseUrl',
  'landingUrl',
  'parameterEncoding',
  'tier',
  'requestsPerMinute',
]);

const unknownMembers = (entry: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof entry === 'object' && entry !== null ? entry : {}).filter(
      ([name]) => !knownMembers.has(name),
    ),
  );
