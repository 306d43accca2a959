import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MarketError } from '../../interface/marketError.ts';
import type { ToolName } from '../../interface/toolNames.ts';
import type { ServiceSettings } from '../connectionProtocol.ts';
import { abandonable } from '../connections/abandonable.ts';
import type { Connection } from '../connections/connection.ts';
import { ConnectionOpener } from '../connections/connectionOpener.ts';
import { EngineConnection } from '../connections/engineConnection.ts';
import { SharedParts } from '../connections/sharedParts.ts';
import { memoryStore, openEngine, type SourceChoice } from '../openEngine.ts';
import { useTool } from '../tools/useTool.ts';

/** What tools ask when no editor is there. */
export type OwnSource =
  | { readonly kind: 'engine'; readonly choice: SourceChoice; readonly storePath: string }
  | { readonly kind: 'service'; readonly settings: ServiceSettings };

/** The tools over a connection of this process alone, opened in the background. */
export class OwnTools {
  readonly #origin: string;
  readonly #opening: Promise<Connection>;
  readonly #ending = new AbortController();

  constructor(source: OwnSource) {
    this.#origin = originOf(source);
    this.#opening =
      source.kind === 'engine'
        ? this.#openEngine(source)
        : openService(source.settings, this.#ending.signal);
    // Whoever calls a tool hears of a failure.
    this.#opening.catch(() => undefined);
  }

  async call(tool: ToolName, input: unknown, signal: AbortSignal): Promise<string> {
    return await useTool(
      {
        origin: this.#origin,
        connection: () => abandonable(this.#opening, signal),
        mayLoadPools: true,
      },
      { tool, input },
      { signal, window: this, priority: 'interactive', onProgress: () => undefined },
    );
  }

  async close(): Promise<void> {
    this.#ending.abort();
    const connection = await this.#opening.catch(() => null);
    await connection?.close();
  }

  async #openEngine({
    choice,
    storePath,
  }: Extract<OwnSource, { kind: 'engine' }>): Promise<Connection> {
    const engine = await openEngine(choice, storePath, { signal: this.#ending.signal });
    return new EngineConnection(engine, { path: memoryStore, tables: new SharedParts() });
  }
}

function originOf(source: OwnSource): string {
  if (source.kind === 'service') return new URL(source.settings.baseUrl).origin;
  const { choice } = source;
  if (choice.kind !== 'rpc') return choice.kind;
  if (!URL.canParse(choice.url)) throw new MarketError('bad-parameter', 'The RPC URL is no URL');
  return new URL(choice.url).origin;
}

/** What a connection keeps beside itself has a folder for as long as it is open. */
async function openService(settings: ServiceSettings, signal: AbortSignal): Promise<Connection> {
  const storageFolder = await mkdtemp(join(tmpdir(), 'arbscope-mcp-'));
  const opener = new ConnectionOpener({ storageFolder, secret: randomBytes(32).toString('hex') });
  const connection = await opener.open(settings, { signal, onStatus: () => undefined });
  return {
    call: (operation, parameters, options) => connection.call(operation, parameters, options),
    pools: connection.pools,
    close: async () => {
      await connection.close();
      await rm(storageFolder, { recursive: true, force: true });
    },
  };
}
