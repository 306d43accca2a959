import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { sandboxConnection } from '../../../../../src/extension/base/connections.ts';
import { PanelContent } from '../../../../../src/extension/ui/panels/panelContent.ts';
import type { LoadOptions } from '../../../../../src/extension/ui/panels/panelKind.ts';
import type { MessageToPage } from '../../../../../src/webview/messages.ts';

const unknown = new MarketError('not-found', 'Nothing is known of it.');

function panelOf(load: (options: LoadOptions) => Promise<string>) {
  const heard: MessageToPage<string>[] = [];
  const failures: string[] = [];
  const panel = new PanelContent<string>({
    load,
    onChange: (message) => heard.push(message),
    onFailure: ({ message }) => failures.push(message),
    errorContext: () => ({ connection: sandboxConnection }),
  });
  return { panel, heard, failures };
}

const problemIn = (message: MessageToPage<string> | undefined) =>
  message?.type === 'status' ? message.problem : null;

describe('A panel’s content', () => {
  test('is shown if partly loaded, with the error and its actions above it', async () => {
    const { panel, heard, failures } = panelOf(async ({ warn }) => {
      warn(unknown);
      return 'the address';
    });
    await panel.load();
    assert.equal(panel.content, 'the address');
    const problem = problemIn(heard.at(-1));
    assert.equal(problem?.message, 'Nothing is known of it.');
    assert.ok(problem.suggestion !== '' && problem.actions.some(({ act }) => act === 'refresh'));
    assert.deepEqual(failures, ['Nothing is known of it.']);
  });

  test('stays complete when a refresh returns only a part', async () => {
    let isKnown = true;
    const { panel, heard } = panelOf(async ({ warn }) => {
      if (!isKnown) warn(unknown);
      return isKnown ? 'everything' : 'the address';
    });
    await panel.load();
    isKnown = false;
    await panel.load(true);
    assert.equal(panel.content, 'everything');
    assert.equal(problemIn(heard.at(-1))?.message, 'Nothing is known of it.');
    isKnown = true;
    await panel.load(true);
    assert.equal(problemIn(heard.at(-1)), null);
  });

  test('is only an error if nothing could be loaded', async () => {
    const { panel, heard } = panelOf(async () => {
      throw unknown;
    });
    await panel.load();
    assert.equal(panel.content, null);
    assert.equal(problemIn(heard.at(-1))?.message, 'Nothing is known of it.');
  });

  test('ignores the result of a load that a newer one has replaced', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let asked = 0;
    const { panel, heard } = panelOf(async () => (await answers[asked++]?.promise) ?? '');
    const loads = [panel.load(), panel.load()];
    answers[1]?.resolve('new');
    await loads[1];
    answers[0]?.resolve('old');
    await loads[0];
    assert.equal(panel.content, 'new');
    assert.equal(heard.filter(({ type }) => type === 'content').length, 1);
  });
});
