import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { replaceVscode, window } from '../vscodeDouble.ts';

replaceVscode();
const { showError } = await import('../../../../src/extension/ui/showError.ts');

describe('A notification of an error', () => {
  test('is one line without links and control characters, whatever the service sends', async () => {
    const shown: string[] = [];
    Object.assign(window, {
      showErrorMessage: async (message: string) => void shown.push(message),
    });
    const said =
      'busy\u001b[31m\r\nAll is well\u202e\0 [try again](command:arbscope.landTransaction)';
    await showError({
      what: 'The Finder could not be loaded',
      error: new MarketError('service-failing', said),
      errorContext: { connection: sandboxConnection },
    });
    const [message = ''] = shown;
    assert.match(
      message,
      /busy\\u\{1B\}\[31m All is well\\u\{202E\}\\u\{0\} \[try again\] \(command/,
    );
    assert.doesNotMatch(message, /[\p{Cc}\u202e]|\]\(/u);
  });
});
