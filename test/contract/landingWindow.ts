import { channelMethods } from '../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import {
  type LandingEntry,
  type LandRequest,
  landingMethods,
  type PrepareLandingResponse,
} from '../../src/backend/protocol/landingProtocol.ts';
import type { FakeWindow } from '../fakeWindow.ts';

/** A window that lands. */
export class LandingWindow {
  readonly window: FakeWindow;
  readonly connectionId: string;
  readonly seen: LandingEntry[] = [];
  readonly #wakes: (() => void)[] = [];

  private constructor(window: FakeWindow, connectionId: string) {
    this.window = window;
    this.connectionId = connectionId;
    window.connection.onNotification(landingMethods.landing, (entry: LandingEntry) => {
      this.seen.push(entry);
      for (const wake of this.#wakes.splice(0)) wake();
    });
  }

  static async open(window: FakeWindow, settings: ConnectionSettings) {
    return new LandingWindow(window, await window.open(settings));
  }

  request<Answer>(method: string, members: object = {}): Promise<Answer> {
    const { connectionId } = this;
    return this.window.connection.sendRequest(method, { connectionId, ...members });
  }

  prepare(bytes: Uint8Array, frontRunningProtection = false): Promise<PrepareLandingResponse> {
    const transactions = [Buffer.from(bytes).toString('base64')];
    return this.request(landingMethods.prepareLanding, { transactions, frontRunningProtection });
  }

  async check(bytes: Uint8Array): Promise<Pick<LandRequest, 'checkId' | 'sha256'>> {
    const [prepared] = (await this.prepare(bytes)).transactions;
    return { checkId: prepared?.checkId ?? '', sha256: prepared?.report.sha256 ?? '' };
  }

  land(members: Partial<LandRequest>): Promise<LandingEntry> {
    return this.request(landingMethods.land, { frontRunningProtection: false, ...members });
  }

  /** The window goes over to something else. */
  async closeConnection(): Promise<void> {
    await this.request(channelMethods.close);
  }

  entries(): Promise<LandingEntry[]> {
    return this.request(landingMethods.landings);
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
