import * as vscode from 'vscode';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ChannelPaths } from '../backend/channelPaths.ts';
import { DisposableStore } from '../base/disposable.ts';
import { mcpProviderId } from '../contributions/mcp.ts';

export interface McpServersOptions {
  readonly active: Pick<ActiveConnection, 'current' | 'openedId' | 'onSwitch'>;
  /** Called late: the path contains a hash, and the first hash after a start takes milliseconds. */
  readonly channelPaths: () => ChannelPaths;
  /** `dist/backend.js`. */
  readonly backendFile: string;
  readonly version: string;
}

/** An MCP server over this window's connection: no key in its arguments or environment. */
export class McpServers
  extends DisposableStore
  implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>
{
  readonly #options: McpServersOptions;
  readonly #changeEmitter = this.add(new vscode.EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.#changeEmitter.event;

  constructor(options: McpServersOptions) {
    super();
    this.#options = options;
    this.add(options.active.onSwitch(() => this.#changeEmitter.fire()));
    this.add(vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, this));
  }

  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    const { active, backendFile, version } = this.#options;
    const { name } = active.current;
    const place = this.#options.channelPaths();
    return [
      new vscode.McpStdioServerDefinition(
        `Arbscope: ${name}`,
        process.execPath,
        [backendFile, 'mcp', '--socket', place.socketPath, '--secret-file', place.secretFile],
        // `process.execPath` is Electron on the desktop; this runs it as plain Node.
        { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: null },
        // A different version makes the editor restart the server for another connection.
        `${version} ${name}`,
      ),
    ];
  }

  /** Called before a server starts. The passed connection id is valid only in this process. */
  async resolveMcpServerDefinition(
    server: vscode.McpStdioServerDefinition,
  ): Promise<vscode.McpStdioServerDefinition> {
    const id = await this.#options.active.openedId();
    server.args = [...server.args, '--connection', id];
    return server;
  }
}
