import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Choice } from '../../../../../src/extension/ui/prompts/prompter.ts';
import { quickPicks, replaceVscode } from '../../vscodeDouble.ts';

replaceVscode();
const { quickPrompter } = await import('../../../../../src/extension/ui/prompts/quickPrompter.ts');

const choices: readonly Choice<string>[] = [
  { label: 'Service', value: 'service', group: 'Kinds' },
  { label: 'Node', value: 'node' },
];
const open = (more: object = {}) => {
  const answer = quickPrompter.choose({ title: 'Add', placeholder: '', choices, ...more });
  const pick = quickPicks.at(-1);
  assert.ok(pick !== undefined);
  return { answer, pick };
};

describe('Enter in a quick pick', () => {
  it('chooses the first row if no choice is current', async () => {
    const { answer, pick } = open();
    pick.accept();
    assert.deepEqual(await answer, { value: 'service' });
  });

  it('chooses the current choice', async () => {
    const [service, node] = choices;
    const { answer, pick } = open({ choices: [service, { ...node, isCurrent: true }] });
    pick.accept();
    assert.deepEqual(await answer, { value: 'node' });
  });

  it('chooses the entry created from the typed text, which is never filtered out', async () => {
    const choicesForText = (text: string) =>
      text === '' ? [] : [{ label: `Connect to ${text}`, value: text }];
    const { answer, pick } = open({ choicesForText });
    pick.type('https://api.example.com ');
    assert.equal(pick.items[0]?.alwaysShow, true);
    pick.accept();
    assert.deepEqual(await answer, { value: 'https://api.example.com' });
  });
});

describe('A quick pick that loses the focus', () => {
  const shown = (more: object) => open(more).pick.ignoreFocusOut;

  it('closes if it is a single prompt', () => assert.equal(shown({}), false));
  it('stays open if it is one of several steps', () =>
    assert.equal(shown({ totalSteps: 2 }), true));
  it('stays open if its command requests it', () => assert.equal(shown({ staysOpen: true }), true));
});
