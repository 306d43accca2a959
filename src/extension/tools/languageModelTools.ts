import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isolated } from '../../interface/displayText.ts';
import { type ToolName, toolNames } from '../../interface/toolNames.ts';
import type { ToolAnswer } from '../../market/toolProtocol.ts';
import { withSignal } from '../cancellation.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { isObject } from '../connection/readMessages.ts';
import { type Disposable, DisposableList } from '../disposable.ts';

type Asked = Pick<ActiveConnection, 'request' | 'current'>;

/**
 * The tools that language models may call, over the connection of the window. What they do is in
 * the market process, which checks the input and lets no secret key through; none of them lands.
 */
export class LanguageModelTools implements Disposable {
  readonly #own = new DisposableList();

  constructor(active: Asked) {
    for (const name of toolNames) {
      this.#own.add(vscode.lm.registerTool(name, new MarketTool(name, active)));
    }
  }

  dispose(): void {
    this.#own.dispose();
  }
}

class MarketTool implements vscode.LanguageModelTool<object> {
  readonly #name: ToolName;
  readonly #active: Asked;

  constructor(name: ToolName, active: Asked) {
    this.#name = name;
    this.#active = active;
  }

  prepareInvocation(): vscode.PreparedToolInvocation {
    const connection = isolated(this.#active.current.name);
    return { invocationMessage: t('Asking Arbscope over the connection {0}', connection) };
  }

  /** Rejects with a MarketError, whose words the model reads. */
  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const request = { tool: this.#name, input };
    const answer = await withSignal(token, (signal) =>
      this.#active.request('useTool', request, { signal }),
    );
    const text = isObject(answer) ? (answer as unknown as ToolAnswer).text : '';
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }
}
