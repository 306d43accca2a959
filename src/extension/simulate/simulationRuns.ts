import type * as vscode from 'vscode';
import * as is from '../../webview/guards.ts';
import { maxSimulationRuns, type SimulationRun } from '../../webview/messages/simulate.ts';

const storageKey = 'arbscope.simulationRuns';
/** Maximum panels with saved runs; the least recently used are dropped. */
const maxKeys = 30;

const text = is.string(500);
const isStoredRun = is.object({
  number: is.number,
  atMilliseconds: is.number,
  slot: is.nullable(is.number),
  netGainsSol: is.nullable(is.number),
  computeUnits: is.nullable(is.number),
  isSuccess: is.boolean,
  error: text,
  errorDetail: text,
});
const isEntry = is.object({
  key: text,
  runs: is.array(is.array(isStoredRun, maxSimulationRuns), 10),
});
type Entry = is.Guarded<typeof isEntry>;

/** Keeps up to 20 runs per transaction, stored with the workspace. */
export class SimulationRuns {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(storage: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#storage = storage;
  }

  /** Resolves with all saved runs, by transaction. */
  async add(
    key: string,
    outcomes: readonly Omit<SimulationRun, 'number'>[],
  ): Promise<readonly (readonly SimulationRun[])[]> {
    const entries = this.#entries();
    const before = entries.find((entry) => entry.key === key)?.runs ?? [];
    const runs = outcomes.map((outcome, at) => addRun(before[at] ?? [], outcome));
    const others = entries.filter((entry) => entry.key !== key);
    await this.#storage.update(storageKey, [{ key, runs }, ...others].slice(0, maxKeys));
    return runs;
  }

  async clear(key: string): Promise<void> {
    await this.#storage.update(
      storageKey,
      this.#entries().filter((entry) => entry.key !== key),
    );
  }

  /** Read each time, since another panel may have added runs. */
  #entries(): readonly Entry[] {
    const stored = this.#storage.get<unknown>(storageKey);
    return Array.isArray(stored) ? (stored as readonly unknown[]).filter(isEntry) : [];
  }
}

/** Keeps the first run, which the others are compared with, and drops the oldest of the others. */
function addRun(
  runs: readonly SimulationRun[],
  outcome: Omit<SimulationRun, 'number'>,
): SimulationRun[] {
  const added = [...runs, { ...outcome, number: (runs.at(-1)?.number ?? 0) + 1 }];
  const [first, ...others] = added;
  return first === undefined || added.length <= maxSimulationRuns
    ? added
    : [first, ...others.slice(1 - maxSimulationRuns)];
}
