import { channelMethods } from '../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import {
  type LandingEntry,
  type LandingPlan,
  type LandResponse,
  landingMethods,
  type PrepareLandingRequest,
} from '../../src/backend/protocol/landingProtocol.ts';
import type { FakeWindow } from '../fakeWindow.ts';

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

  prepare(
    bytes: Uint8Array | readonly Uint8Array[],
    members: Partial<PrepareLandingRequest> = {},
  ): Promise<LandingPlan> {
    const list = bytes instanceof Uint8Array ? [bytes] : bytes;
    return this.request(landingMethods.prepareLanding, {
      transactions: list.map((one) => Buffer.from(one).toString('base64')),
      frontRunningProtection: false,
      ...members,
    });
  }

  async plan(bytes: Uint8Array, members: Partial<PrepareLandingRequest> = {}): Promise<string> {
    return (await this.prepare(bytes, members)).id;
  }

  async land(planId: string): Promise<LandingEntry> {
    const { entries } = await this.landAll(planId);
    if (entries[0] === undefined) throw new Error('No entry.');
    return entries[0];
  }

  landAll(planId: string): Promise<LandResponse> {
    return this.request(landingMethods.land, { planId });
  }

  /** Closes the connection, as when the window switches to another. */
  async closeConnection(): Promise<void> {
    await this.request(channelMethods.close);
  }

  entries(): Promise<LandingEntry[]> {
    return this.request(landingMethods.landings);
  }

  async once(isWanted: (entry: LandingEntry) => boolean): Promise<LandingEntry> {
    for (;;) {
      const found = this.seen.find(isWanted);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.#wakes.push(wake));
    }
  }
}
