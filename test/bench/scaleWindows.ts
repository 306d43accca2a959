/** Windows that look at one engine, each as a visible one does with the settings as they come. */
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

/** Between two refreshes of a visible Finder, as `finderRefresh.ts` has it for an engine. */
const refreshMilliseconds = 5_000;

/** Few windows ask rarely: they are watched for longer. */
const measured = [
  { windows: 1, seconds: 40 },
  { windows: 4, seconds: 25 },
  { windows: 16, seconds: 20 },
] as const;

const filters = filtersFromSettings((id) => settingDefaults[id]);

/** Milliseconds of a finder response by the number of windows. */
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

  /** Has Live open. */
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
    // Ends with the socket.
    answer.catch(() => undefined);
    return looking;
  }

  /** The finder, again and again as soon as it is due; how long each response took. */
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

  /** Events of Live that came since it was asked last. */
  takeEvents(): number {
    const events = this.#events;
    this.#events = 0;
    return events;
  }
}
