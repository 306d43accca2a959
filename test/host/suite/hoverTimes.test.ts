import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { knownAddresses } from '../../../src/solana/knownAddresses.ts';
import { hoverTimesVariable } from '../results.ts';
import { activated, openText, sandboxTimeout } from './window.ts';

const rounds = 400;
const network = 'arbscope.hover.network';

suite('Hover times', function () {
  this.timeout(sandboxTimeout);

  // The benchmark runs this suite alone and uses the figures; here they only need to exist.
  test('can be measured over every kind of address', async () => {
    const { editor } = await activated();
    const settings = vscode.workspace.getConfiguration();
    await settings.update(network, 'off', vscode.ConfigurationTarget.Global);
    try {
      const lines = [...knownAddresses().keys()].map((address) => `  account = "${address}",`);
      const document = await openText(lines.join('\n'));
      const local: number[] = [];
      const whole: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const position = new vscode.Position((round * 7) % lines.length, 20);
        let start = performance.now();
        assert.ok(editor.hovers.provideLocalHover(document, position) !== undefined);
        local.push(performance.now() - start);
        start = performance.now();
        await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, position);
        whole.push(performance.now() - start);
      }
      const file = process.env[hoverTimesVariable];
      if (file !== undefined) writeFileSync(file, JSON.stringify({ local, whole }));
    } finally {
      await settings.update(network, undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
