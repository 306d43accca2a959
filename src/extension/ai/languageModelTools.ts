import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { errorMessage } from '../../api/errorMessage.ts';
import { toolNames } from '../../api/operationNames.ts';
import { isolateDirection } from '../../api/sanitizeText.ts';
import { formatToolError } from '../../api/tools/untrustedText.ts';
import type { ToolResponse } from '../../backend/protocol/callProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { withSignal } from '../base/cancellation.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';

/** Read-only tools over the window's connection. The backend refuses secret keys. */
export function registerLanguageModelTools(
  active: Pick<ActiveConnection, 'request' | 'current'>,
): Disposable {
  const registrations = new DisposableStore();
  for (const tool of toolNames) {
    registrations.add(
      vscode.lm.registerTool<object>(tool, {
        prepareInvocation: () => {
          const connection = isolateDirection(active.current.name);
          return { invocationMessage: t('Querying {0}', connection) };
        },
        invoke: async ({ input }, token) => {
          const { text } = await withSignal(token, async (signal) => {
            try {
              return (await active.request(
                'callTool',
                { tool, input },
                { signal },
              )) as ToolResponse;
            } catch (error) {
              // The model reads the message of the rejection.
              throw new Error(formatToolError(errorMessage(error)));
            }
          });
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    );
  }
  return registrations;
}
