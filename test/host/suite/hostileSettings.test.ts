import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { readUserSetting } from '../../../src/extension/contributions/commandsAndSettings.ts';
import {
  expectedCluster,
  landingOptions,
  skipsSandboxConfirmation,
} from '../../../src/extension/landing/landingSettings.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { hostileSettings } from '../hostileWorkspace.ts';
import { activated } from './window.ts';

const name = 'Far';
const baseUrl = 'https://arb.example';
const key = 'targets-key-0123456789';
const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);
const settings = () => vscode.workspace.getConfiguration();

/**
 * All suites run in this workspace. It, its folders and another extension set everything that could
 * send keys or transactions elsewhere (`hostileWorkspace.ts`).
 */
suite('A hostile workspace and another extension', () => {
  let access: TestAccess;

  suiteSetup(async () => {
    access = await activated();
    access.prompter.replace(new PrompterDouble([key]));
    const own = [{ name, kind: 'service', baseUrl }];
    await settings().update('arbscope.connections', own, vscode.ConfigurationTarget.Global);
    await run('setKey', name);
  });
  suiteTeardown(async () => {
    access.prompter.replace(new PrompterDouble());
    await run('removeConnection', name);
    access.prompter.replace(null);
  });

  test('are active in this window', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 2);
    assert.match(vscode.workspace.workspaceFile?.path ?? '', /hostile\.code-workspace$/);
    assert.ok(vscode.extensions.getExtension('evil.defaults') !== undefined);
    // VS Code applies defaults of extensions to machine and application settings too.
    const reached = Object.entries(hostileSettings).filter(
      ([id, value]) =>
        JSON.stringify(settings().inspect(id)?.defaultValue) === JSON.stringify(value),
    );
    assert.ok(reached.length > 0, 'nothing of it reached the editor');
  });

  test('cannot set any of it for a workspace, a folder or a language', () => {
    const ids = Object.keys(hostileSettings).filter((id) => id.startsWith('arbscope.'));
    const scopes = [
      undefined,
      ...(vscode.workspace.workspaceFolders ?? []),
      { languageId: 'typescript' },
    ];
    for (const id of ids) {
      for (const scope of scopes) {
        const values = vscode.workspace.getConfiguration(undefined, scope).inspect(id) ?? {};
        const ofStrangers = Object.entries(values).filter(
          ([name, value]) => name.startsWith('workspace') && value !== undefined,
        );
        assert.deepEqual(ofStrangers, [], id);
      }
    }
  });

  test('cannot add, replace or redirect a connection', async () => {
    const all = access.store.all.map((connection) => connection.name);
    assert.deepEqual(all, ['Sandbox', name]);
    assert.equal(access.store.all[0]?.kind, 'sandbox');
  });

  test('cannot put a proxy between a key and its service', async () => {
    const far = access.store.all.find((connection) => connection.name === name);
    assert.ok(far !== undefined);
    const told = await access.active.settingsOf(far);
    assert.ok(told.kind === 'service');
    assert.equal(told.baseUrl, baseUrl);
    assert.equal(told.apiKey, key);
    const proxied = JSON.stringify(told);
    assert.ok(!proxied.includes('evil'), 'the proxy of somebody else is used');
  });

  test('cannot change how a transaction is landed or confirmed', () => {
    assert.equal(skipsSandboxConfirmation(), false);
    assert.deepEqual(landingOptions(), {});
    assert.equal(expectedCluster(), 'automatic');
    assert.equal(readUserSetting('arbscope.token.showPictures'), false);
    assert.equal(readUserSetting('arbscope.diagnostics.enabled'), true);
  });
});
