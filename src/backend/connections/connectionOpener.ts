import { createHash, createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { HttpMarketClient, type HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import type { PoolIndex } from '../../engine/marketCache/poolIndex.ts';
import { type StoreHolder, storeHolder } from '../../engine/store/duckdb/database/storeFile.ts';
import { retentionFor } from '../../engine/store/duckdb/retention.ts';
import type { CheckConnection, Connection, OpenConnection } from '../connectionBase/connection.ts';
import { SharedResources } from '../connectionBase/sharedResources.ts';
import { createSandbox, openEngine, openEngineOver } from '../engines/openEngine.ts';
import { defaultSandboxSeed, memoryStore } from '../engines/sourceConfig.ts';
import type {
  ConnectionCheckReport,
  NodeSettings,
  SandboxSettings,
  ServiceSettings,
} from '../protocol/connectionProtocol.ts';
import { BudgetJournal } from '../service/budgetJournal.ts';
import { PersistentResponseCache } from '../service/persistentResponseCache.ts';
import { RequestBudgets } from '../service/requestBudgets.ts';
import { ResponseCache } from '../service/responseCache.ts';
import { ResponseRedactor } from '../service/responseRedactor.ts';
import { ServiceConnection } from '../service/serviceConnection.ts';
import { checkConnection } from './connectionCheck.ts';
import { EarlyFinder } from './earlyFinder.ts';
import { EngineConnection, toStatusUpdate } from './engineConnection.ts';
import { clientOptions, geyserServerOf, networkOptions } from './networkOptions.ts';

export interface ConnectionOpenerOptions {
  /** The process's private folder for indexes, cached responses and pool tables. */
  readonly storageFolder: string;
  /** Known to this user only; file names derived from it do not reveal URLs. */
  readonly secret: string;
  readonly clientOptions?: Partial<HttpMarketClientOptions>;
}

type OpenOptions = Parameters<OpenConnection>[1];

const secondsPerHour = 3_600;
/** Of the transactions of a node. */
const keptHours = 24;

export class ConnectionOpener {
  readonly #options: ConnectionOpenerOptions;
  readonly #budgets: RequestBudgets;
  readonly #poolTables = new SharedResources<PoolIndex>();
  readonly #responseCaches = new SharedResources<PersistentResponseCache>();

  constructor(options: ConnectionOpenerOptions) {
    this.#options = options;
    const { storageFolder, secret } = options;
    this.#budgets = new RequestBudgets(
      () => new BudgetJournal(join(storageFolder, 'budgets.jsonl'), secret),
    );
  }

  readonly open: OpenConnection = async (settings, options): Promise<Connection> => {
    switch (settings.kind) {
      case 'sandbox':
        return await this.#openSandbox(settings, options);
      case 'node':
        return await this.#openNode(settings, options);
      case 'service':
        return await this.#openService(settings, options);
    }
  };

  readonly check: CheckConnection = (settings, options): Promise<ConnectionCheckReport> =>
    checkConnection(settings, options, {
      budgets: this.#budgets,
      more: this.#options.clientOptions,
    });

  async #openSandbox(
    { seed = defaultSandboxSeed }: SandboxSettings,
    { signal, onStatus, onEarlyResponder }: OpenOptions,
  ): Promise<Connection> {
    const journalPath = join(this.#options.storageFolder, 'sandbox', `${seed}.jsonl`);
    const source = await createSandbox({ kind: 'sandbox', seed, journalPath });
    const early = await EarlyFinder.open(source, signal);
    onEarlyResponder?.(early);
    const engine = await openEngineOver(source, memoryStore, {
      signal,
      onStatus: (progress) => onStatus(toStatusUpdate(progress)),
    }).finally(() => {
      // Callers of this tick still use it; close on the next.
      setImmediate(() => void early.close());
    });
    return new EngineConnection(engine, { path: memoryStore, tables: this.#poolTables });
  }

  /** Each URL has a separate index: two paths of one host may serve different chains. */
  async #openNode(settings: NodeSettings, { signal, onStatus }: OpenOptions): Promise<Connection> {
    const { rpcUrl: url, blockEngineUrl, commitment = 'confirmed', backfillHours = 0 } = settings;
    const retention = retentionFor(keptHours, settings.keepTotalsDays);
    const geyser = geyserServerOf(settings);
    const name = createHmac('sha256', this.#options.secret).update(url.trim()).digest('hex');
    const folder = join(this.#options.storageFolder, 'nodes', name.slice(0, 16));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const engine = await openEngine(
      {
        kind: 'rpc',
        url,
        commitment,
        backfillSeconds: backfillHours * secondsPerHour,
        ...(blockEngineUrl === undefined ? {} : { blockEngineUrl }),
        ...(geyser && { geyser }),
        network: networkOptions(settings),
      },
      join(folder, 'index.duckdb'),
      { signal, retention, onStatus: (progress) => onStatus(toStatusUpdate(progress)) },
    ).catch((error: unknown) => {
      const holder = storeHolder(error);
      throw holder === null ? error : indexInUseError(holder);
    });
    return new EngineConnection(engine, {
      path: join(folder, 'pools.duckdb'),
      tables: this.#poolTables,
    });
  }

  /** Sends no request to the service before the first call. */
  async #openService(
    settings: ServiceSettings,
    { onStatus }: OpenOptions,
  ): Promise<ServiceConnection> {
    let isSimulated: boolean | null = null;
    const client = new HttpMarketClient({
      ...clientOptions(settings, this.#options.clientOptions),
      onMarket: (isNowSimulated) => {
        if (isNowSimulated !== isSimulated) onStatus({ isSimulated: isNowSimulated });
        isSimulated = isNowSimulated;
      },
    });
    const { origin, pathname } = new URL(settings.baseUrl);
    const name = createHash('sha256').update(`${origin}${pathname}`).digest('hex').slice(0, 16);
    const path = join(this.#options.storageFolder, 'answers', `${name}.jsonl`);
    const kept = await this.#responseCaches.acquire(path, () => PersistentResponseCache.open(path));
    return new ServiceConnection({
      client,
      budget: this.#budgets.budgetFor(settings),
      landingBudget: this.#budgets.landingBudgetFor(settings),
      cache: new ResponseCache(kept.resource),
      poolTable: {
        path: join(this.#options.storageFolder, 'pools', `${name}.duckdb`),
        tables: this.#poolTables,
      },
      redactor: new ResponseRedactor(settings.apiKey),
      onStatus,
      onClosed: () => kept.release(),
    });
  }
}

/** Windows of the same version share a process, so another process is that of another version. */
const indexInUseError = (holder: StoreHolder) =>
  new MarketError(
    'service-failing',
    holder === 'own'
      ? t(
          'Another window uses the index of this RPC URL through a connection with other settings. Use the same connection in both windows.',
        )
      : t('Another version of Arbscope is using the index of this node. Reload all windows.'),
  );
