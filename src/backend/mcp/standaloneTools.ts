import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withAbort } from '../../api/cancellation.ts';
import type { ToolName } from '../../api/operationNames.ts';
import type { Connection } from '../connectionBase/connection.ts';
import { SharedResources } from '../connectionBase/sharedResources.ts';
import { ConnectionOpener } from '../connections/connectionOpener.ts';
import { EngineConnection } from '../connections/engineConnection.ts';
import { openEngine } from '../engines/openEngine.ts';
import { memoryStore } from '../engines/sourceConfig.ts';
import type { ToolResponse } from '../protocol/callProtocol.ts';
import type { ServiceSettings } from '../protocol/connectionProtocol.ts';
import { callTool } from '../tools/callTool.ts';
import { describeProgress } from './describeProgress.ts';
import type { ToolBackend, ToolCallOptions } from './mcpServer.ts';
import { originOf, type StandaloneSource } from './standaloneSource.ts';

/** The tools over a connection private to this process, opened in the background. */
export class StandaloneTools implements ToolBackend {
  readonly #origin: string;
  readonly #opening: Promise<Connection>;
  readonly #closing = new AbortController();
  #folder: string | null = null;

  /** `onSkipped`: for recorded files, or parts of them, that cannot be read. */
  constructor(source: StandaloneSource, onSkipped: (reason: string) => void) {
    this.#origin = originOf(source);
    this.#opening =
      source.kind === 'engine'
        ? this.#openEngine(source, onSkipped)
        : this.#openService(source.settings);
    // Each tool call reports the failure.
    this.#opening.catch(() => undefined);
  }

  async call(
    tool: ToolName,
    input: unknown,
    { signal, onProgress }: ToolCallOptions,
  ): Promise<ToolResponse> {
    const connection = async (): Promise<Connection> => {
      onProgress(`Opening ${this.#origin}`);
      const opened = await withAbort(this.#opening, signal);
      onProgress(`Waiting for ${this.#origin}`);
      return opened;
    };
    return await callTool(
      { origin: this.#origin, connection, mayLoadPools: true },
      { tool, input },
      {
        signal,
        window: this,
        priority: 'interactive',
        onProgress: (progress) => onProgress(describeProgress(progress)),
      },
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const connection = await this.#opening.catch(() => null);
    await connection?.close();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }

  async #openEngine(
    { choice, storePath }: Extract<StandaloneSource, { kind: 'engine' }>,
    onSkipped: (reason: string) => void,
  ): Promise<Connection> {
    const { signal } = this.#closing;
    const engine = await openEngine(choice, storePath, { signal, onSkipped });
    return new EngineConnection(engine, { path: memoryStore, tables: new SharedResources() });
  }

  async #openService(settings: ServiceSettings): Promise<Connection> {
    this.#folder = await mkdtemp(join(tmpdir(), 'arbscope-mcp-'));
    const secret = randomBytes(32).toString('hex');
    const opener = new ConnectionOpener({ storageFolder: this.#folder, secret });
    const { signal } = this.#closing;
    return await opener.open(settings, { signal, onStatus: () => undefined });
  }
}
