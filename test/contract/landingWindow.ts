import type { ConnectionSettings } from '../../src/market/connectionProtocol.ts';
import {
  type LandingEntry,
  type LandRequest,
  landingMethods,
  type PrepareLandingAnswer,
} from '../../src/market/landingProtocol.ts';
import { channelMethods } from '../../src/market/protocol.ts';
import type { WindowDouble } from '../unit/market/windowDouble.ts';

/** A window that lands. */
export class LandingWindow {
  readonly window: WindowDouble;
  readonly connectionId: string;
  readonly seen: LandingEntry[] = [];
  readonly #wakes: (() => void)[] = [];

  private constructor(window: WindowDouble, connectionId: string) {
    this.window = window;
    this.connectionId = connectionId;
    window.connection.onNotification(landingMethods.landing, (entry: LandingEntry) => {
      this.seen.push(entry);
      for (const wake of this.#wakes.splice(0)) wake();
    });
  }

  static async open(window: WindowDouble, settings: ConnectionSettings) {
    return new LandingWindow(window, await window.open(settings));
  }

  ask<Answer>(method: string, members: object = {}): Promise<Answer> {
    const { connectionId } = this;
    return this.window.connection.sendRequest(method, { connectionId, ...members });
  }

  prepare(bytes: Uint8Array, frontRunningProtection = false): Promise<PrepareLandingAnswer> {
    const transactions = [Buffer.from(bytes).toString('base64')];
    return this.ask(landingMethods.prepareLanding, { transactions, frontRunningProtection });
  }

  async check(bytes: Uint8Array): Promise<Pick<LandRequest, 'checkId' | 'sha256'>> {
    const [prepared] = (await this.prepare(bytes)).transactions;
    return { checkId: prepared?.checkId ?? '', sha256: prepared?.report.sha256 ?? '' };
  }

  land(members: Partial<LandRequest>): Promise<LandingEntry> {
    return this.ask(landingMethods.land, { frontRunningProtection: false, ...members });
  }

  /** The window goes over to something else. */
  async letGo(): Promise<void> {
    await this.ask(channelMethods.close);
  }

  entries(): Promise<LandingEntry[]> {
    return this.ask(landingMethods.landings);
  }

  /** The first notification that is as asked for. */
  async once(isWanted: (entry: LandingEntry) => boolean): Promise<LandingEntry> {
    for (;;) {
      const found = this.seen.find(isWanted);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.#wakes.push(wake));
    }
  }
}
