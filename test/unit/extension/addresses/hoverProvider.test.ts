import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type * as vscode from 'vscode';
import type { RemoteLookup } from '../../../../src/extension/addresses/remoteLookup.ts';
import { hoverCommands } from '../../../../src/extension/shared/hoverMarkdown.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { editor, type Hover, replaceVscode, settingValues, workspace } from '../vscodeDouble.ts';
import { linedText, wallet } from './marketDouble.ts';

replaceVscode();
const { AddressHoverProvider } = await import(
  '../../../../src/extension/addresses/addressHoverProvider.ts'
);
const { LookUpCommand } = await import('../../../../src/extension/addresses/lookUpCommand.ts');

const position = { line: 0, character: 8 };

describe('A hover', () => {
  let asked: string[];

  beforeEach(() => {
    asked = [];
    editor.hoverProviders.length = 0;
    settingValues.clear();
    workspace.isTrusted = true;
    const remoteLookup: Pick<RemoteLookup, 'peek' | 'describe'> = {
      peek: () => null,
      describe: async (text) => {
        asked.push(text);
        return { kind: 'nothing', factSheet: null };
      },
    };
    new AddressHoverProvider({
      idls: { program: () => null },
      recentResponses: new RecentResponses(),
      remoteLookup: remoteLookup as RemoteLookup,
      diagnostics: { inRange: () => [] },
    });
  });

  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  const hover = async (text = `a = "${wallet}"`) => {
    const document = linedText(text) as unknown as vscode.TextDocument;
    const parts = await Promise.all(
      editor.hoverProviders.map(({ provideHover }) => provideHover(document, position, token)),
    );
    return parts.filter((part) => part !== undefined) as Hover[];
  };
  const askService = (given: unknown) => editor.commands.get('arbscope.askService')?.(given);

  test('queries the service automatically in a trusted workspace', async () => {
    await hover();
    assert.ok(asked.length > 0);
  });

  test('in an untrusted workspace queries the service only on a click', async () => {
    workspace.isTrusted = false;
    const [local, ...more] = await hover();
    assert.deepEqual([asked, more], [[], []]);
    assert.match(local?.contents.value ?? '', /command:arbscope\.askService\?/);
    await askService(wallet);
    assert.deepEqual(asked, [wallet]);
  });

  test('over what may be a secret by its name queries the service only on a click', async () => {
    const [local] = await hover(`key = "${wallet}"`);
    assert.deepEqual(asked, []);
    assert.match(local?.contents.value ?? '', /command:arbscope\.askService\?/);
  });

  test('over half of a split secret key sends nothing', async () => {
    const { base58 } = randomSecretKey();
    const [local] = await hover(`k = ("${base58.slice(0, 44)}"\n"${base58.slice(44)}")`);
    assert.deepEqual(asked, []);
    assert.ok(!(local?.contents.value ?? '').includes(base58.slice(0, 8)));
  });

  test('sends no request if the user turned look-ups off, even if the workspace turns them on', async () => {
    const off = { globalValue: 'off', workspaceValue: 'automatic' };
    settingValues.set('arbscope.hover.network', off);
    assert.equal((await hover()).length, 1);
    assert.deepEqual(asked, []);
  });

  test('can run only commands that open or copy, and contains no HTML', async () => {
    const [part] = await hover();
    assert.deepEqual(part?.contents.isTrusted, { enabledCommands: [...hoverCommands] });
    assert.equal(part?.contents.supportHtml, undefined);
  });

  test('sends no part of a secret key, neither on hover nor by its command', async () => {
    const { base58, written } = randomSecretKey();
    await hover(`const key = "${base58}"`);
    for (const given of [written, base58, base58.slice(0, 40), { address: wallet }, '', null, 7])
      await askService(given);
    assert.deepEqual(asked, []);
  });
});

describe('The commands that look up and copy', () => {
  test('copy only an address or a signature, whatever the argument', async () => {
    new LookUpCommand(async () => undefined);
    const copy = (given: unknown) => editor.commands.get('arbscope.copyAddress')?.(given);
    editor.clipboard = 'mine';
    const { base58 } = randomSecretKey();
    for (const given of ['rm -rf ~', `${wallet}\nrm -rf ~`, base58, { address: 'x' }, {}, null])
      await copy(given);
    assert.equal(editor.clipboard, 'mine');
    await copy({ address: wallet });
    assert.equal(editor.clipboard, wallet);
  });

  test('look up nothing but addresses and signatures', async () => {
    const shown: string[] = [];
    new LookUpCommand(async (address) => void shown.push(address));
    editor.executed.length = 0;
    const lookUp = (given: unknown) => editor.commands.get('arbscope.lookUp')?.(given);
    const { base58 } = randomSecretKey();
    for (const given of [base58, '../..', 'command:x', `${wallet}?`]) await lookUp(given);
    assert.deepEqual([shown, editor.executed], [[], []]);
    await lookUp(wallet);
    assert.deepEqual(shown, [wallet]);
  });
});
