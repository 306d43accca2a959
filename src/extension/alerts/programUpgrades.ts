import { isObject } from '../../api/isObject.ts';
import type { ProgramSlotsResponse } from '../../backend/protocol/callProtocol.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';

export interface ProgramUpgradesOptions {
  /** The AMM programs on which the open bot configs trade. */
  readonly programs: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Sends the request to the node of the connection, which has the name. */
  readonly request: (
    programs: readonly string[],
    signal: AbortSignal,
  ) => Promise<ProgramSlotsResponse>;
  readonly connectionName: () => string;
  readonly storage: {
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
  /** Returns whether the user was notified; if not, the next check reports the upgrade again. */
  readonly onUpgrade: (program: string, slot: number) => boolean;
  readonly log: Pick<Log, 'debug'>;
}

const storageKey = 'arbscope.programSlots';
/** Three times an hour; the first soon after the start, when configs have been read. */
const delaysMilliseconds = { first: 30_000, next: 20 * 60_000 } as const;
const timeoutMilliseconds = 60_000;
const maxPrograms = 100;

/** Compares the slots of programs with those seen before, also in earlier sessions. */
export class ProgramUpgrades implements Disposable {
  readonly #options: ProgramUpgradesOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProgramUpgradesOptions) {
    this.#options = options;
  }

  /** Nothing is asked while no alert needs it. */
  setNeeded(isNeeded: boolean): void {
    if (isNeeded === (this.#timer !== undefined)) return;
    clearTimeout(this.#timer);
    this.#timer = isNeeded ? this.#schedule(delaysMilliseconds.first) : undefined;
  }

  dispose(): void {
    this.setNeeded(false);
  }

  /** A program that was not known before does not count as upgraded. Never rejects. */
  async check(): Promise<void> {
    const { programs, request, connectionName, storage, onUpgrade, log } = this.#options;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const asked = (await programs(signal)).slice(0, maxPrograms);
      if (asked.length === 0) return;
      const name = connectionName();
      const { slots } = await request(asked, signal);
      if (slots === null || name !== connectionName()) return;
      const stored = storage.get(storageKey);
      const known = isObject(stored) && isObject(stored[name]) ? stored[name] : {};
      const reported = Object.entries(slots).filter(([program, slot]) => {
        const before = known[program];
        return typeof before !== 'number' || slot <= before || onUpgrade(program, slot);
      });
      await storage.update(storageKey, {
        ...(isObject(stored) ? stored : {}),
        [name]: { ...known, ...Object.fromEntries(reported) },
      });
    } catch (error) {
      log.debug(`Upgrades of programs not checked: ${String(error)}`);
    }
  }

  #schedule(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      void this.check();
      this.#timer = this.#schedule(delaysMilliseconds.next);
    }, milliseconds).unref();
  }
}
