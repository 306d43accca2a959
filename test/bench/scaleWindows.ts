/** Visible windows on one engine, with default settings. */
import { setTimeout } from 'node:timers/promises';
import type { ArbitragePage } from '../../src/api/arbscope/arbitrages.ts';
import { arbscopeMethods } from '../../src/backend/protocol/arbscopeProtocol.ts';
import type { CallResponse } from '../../src/backend/protocol/callProtocol.ts';
import { settingDefaults } from '../../src/extension/base/contributions.ts';
import { filtersFromSettings } from '../../src/extension/finder/filtersFromSettings.ts';
import { liveRows } from '../../src/extension/live/arbitrageFeed.ts';
import type { LiveEngine, OpenConnection } from './liveEngine.ts';
import { percentile } from './percentile.ts';
import type { ScalePoint } from './scaling.ts';

/** Refresh interval of a visible Finder on an engine, as in `finderRefresh.ts`. */
const refreshMilliseconds = 5_000;

/** Fewer windows send fewer requests, so they are measured for longer. */
const measured = [
  { windows: 1, seconds: 40 },
  { windows: 4, seconds: 25 },
  { windows: 16, seconds: 20 },
] as const;

const filters = filtersFromSettings((id) => settingDefaults[id]);

/** Milliseconds of a finder response by number of windows. */
export async function measureWindows(live: LiveEngine): Promise<ScalePoint[]> {
  const points: ScalePoint[] = [];
  const looking: LookingWindow[] = [];
  for (const { windows, seconds } of measured) {
    while (looking.length < windows) {
      looking.push(await LookingWindow.open(await live.openConnection()));
    }
    const ends = performance.now() + seconds * 1_000;
    const times = (await Promise.all(looking.map((window) => window.refreshUntil(ends)))).flat();
    points.push({
      size: windows,
      figure: percentile(times, 0.5),
      notes: {
        '95th percentile': Math.round(percentile(times, 0.95)),
        responses: times.length,
        'events of Live': looking.reduce((sum, window) => sum + window.takeEvents(), 0),
      },
    });
  }
  return points;
}

class LookingWindow {
  readonly #connection: OpenConnection;
  #events = 0;

  private constructor(connection: OpenConnection) {
    this.#connection = connection;
  }

  /** Opens a window with Live open. */
  static async open(connection: OpenConnection): Promise<LookingWindow> {
    const looking = new LookingWindow(connection);
    const { window, connectionId } = connection;
    const { result }: CallResponse = await window.connection.sendRequest(
      arbscopeMethods.arbscopeCall,
      { connectionId, operation: 'arbitrages', parameters: { limit: liveRows } },
    );
    const { newest: cursor } = result as ArbitragePage;
    const watch = { connectionId, parameters: { cursor } };
    const { answer } = window.request(arbscopeMethods.watchArbitrages, watch, ({ kind }) => {
      if (kind === 'arbitrages') looking.#events += 1;
    });
    // Rejects when the socket closes.
    answer.catch(() => undefined);
    return looking;
  }

  /** Refreshes the finder whenever it is due; returns the duration of each response. */
  async refreshUntil(ends: number): Promise<number[]> {
    const { window, connectionId } = this.#connection;
    const times: number[] = [];
    for (
      let wait = Math.random() * refreshMilliseconds;
      performance.now() + wait < ends;
      wait = refreshMilliseconds
    ) {
      await setTimeout(wait);
      const start = performance.now();
      await window.sendCall({ connectionId, operation: 'finder', parameters: filters });
      times.push(performance.now() - start);
    }
    return times;
  }

  /** Number of Live events since the last call. */
  takeEvents(): number {
    const events = this.#events;
    this.#events = 0;
    return events;
  }
}
