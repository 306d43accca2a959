import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isolateDirection } from '../../api/sanitizeText.ts';
import { type ToolName, toolNames } from '../../api/toolNames.ts';
import type { ToolResponse } from '../../backend/protocol/callProtocol.ts';
import { isObject } from '../backend/channelMessages.ts';
import { withSignal } from '../cancellation.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import { type Disposable, DisposableStore } from '../disposable.ts';

type ToolConnection = Pick<ActiveConnection, 'request' | 'current'>;

/**
 * The tools that language models may call, over the connection of the window. What they do is in
 * the backend, which checks the input and lets no secret key through; none of them lands.
 */
export class LanguageModelTools implements Disposable {
  readonly #disposables = new DisposableStore();

  constructor(active: ToolConnection) {
    for (const name of toolNames) {
      this.#disposables.add(vscode.lm.registerTool(name, new LanguageModelTool(name, active)));
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

class LanguageModelTool implements vscode.LanguageModelTool<object> {
  readonly #name: ToolName;
  readonly #active: ToolConnection;

  constructor(name: ToolName, active: ToolConnection) {
    this.#name = name;
    this.#active = active;
  }

  prepareInvocation(): vscode.PreparedToolInvocation {
    const connection = isolateDirection(this.#active.current.name);
    return { invocationMessage: t('Asking Arbscope over the connection {0}', connection) };
  }

  /** Rejects with a MarketError, whose words the model reads. */
  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const request = { tool: this.#name, input };
    const answer = await withSignal(token, (signal) =>
      this.#active.request('callTool', request, { signal }),
    );
    const text = isObject(answer) ? (answer as unknown as ToolResponse).text : '';
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }
}
