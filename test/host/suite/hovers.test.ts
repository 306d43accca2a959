import assert from 'node:assert/strict';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import { FakeService } from '../../fakeService.ts';
import { randomSecretKey } from '../../fixtures/scan/secretKeys.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { sandboxSignatureVariable } from '../results.ts';
import { hoversAt, textOf, withHoverNetwork } from './hoverHelpers.ts';
import { activated, hasVerdict, openText, rowsOnce, sandboxTimeout } from './window.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

suite('Hovers', function () {
  this.timeout(sandboxTimeout);

  suiteSetup(async () => {
    await activated();
  });

  test('contain only the extension’s own links, and no HTML', async () => {
    const hovers = await hoversAt(await openText(`mint ${usdc}`), usdc);
    assert.ok(hovers.length > 0);
    for (const { isTrusted, supportHtml } of hovers) {
      assert.ok(typeof isTrusted === 'object');
      for (const command of isTrusted.enabledCommands) assert.match(command, /^arbscope\./);
      assert.ok(!isTrusted.enabledCommands.some((command) => /land|send/i.test(command)));
      assert.ok(supportHtml !== true);
    }
  });

  test('show local facts at once, and the response of a slow service when it arrives', async () => {
    const access = await activated();
    const service = new FakeService('slow-key');
    await service.listen();
    const run = (command: string, ...given: unknown[]) =>
      vscode.commands.executeCommand(`arbscope.${command}`, ...given);
    // The service responds when the test tells it to.
    const { asked, answer } = service.hold('tokenInfo');
    try {
      access.prompter.replace(
        new PrompterDouble(['Service', service.url, 'Slow', '', 'Lowest', 'slow-key']),
      );
      await run('addConnection');
      const document = await openText(`mint ${usdc}`);
      let isWhole = false;
      const whole = hoversAt(document, usdc).then((hovers) => {
        isWhole = true;
        return textOf(hovers);
      });
      await asked;
      const place = document.positionAt(document.getText().indexOf(usdc) + 5);
      const local = access.editor.hovers.provideLocalHover(document, place);
      const text = textOf((local?.contents ?? []) as vscode.MarkdownString[]);
      assert.match(text, /\*\*USDC\*\* · token mint/);
      assert.equal(isWhole, false, 'the service has not answered yet');
      answer();
      assert.match(await whole, /\| Mint authority \|[\s\S]*\| Source \| Slow \|/);
    } finally {
      answer();
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', 'Slow');
      access.prompter.replace(null);
      await service.close();
    }
  });

  test('show a transaction of the Sandbox, labelled as simulated', async () => {
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const text = textOf(await hoversAt(await openText(`sent ${signature}`), signature));
    assert.match(text, /transaction signature/);
    assert.match(text, /Open Transaction.*command:arbscope.lookUpTransaction/);
    assert.match(text, /\| Net gains \|.*\n\| Route \| .* → /);
    assert.match(text, /\| Source \| Sandbox\\?: simulated data \|/);
  });

  test('show a token’s figures from the last response of the Finder', async () => {
    const access = await activated();
    await vscode.commands.executeCommand('arbscope.finder.focus');
    const rows = await rowsOnce(access, hasVerdict);
    const mint = rows.find(({ context }) => context === 'token')?.id.split(':')[1] ?? '';
    const text = textOf(await hoversAt(await openText(`mint ${mint}`), mint));
    assert.match(text, /token mint/);
    assert.match(text, /\| Rank \| \d+ of \d+ by gross gains \|/);
    assert.match(text, /\| Mint authority \|/);
  });

  test('send no request, or only on a click, depending on the setting', async () => {
    const signature = process.env[sandboxSignatureVariable] ?? '';
    // A different signature, since responses are cached.
    const other = `${signature.slice(0, -1)}${signature.endsWith('2') ? '3' : '2'}`;
    await withHoverNetwork('off', async () => {
      const text = textOf(await hoversAt(await openText(`sent ${other}`), other));
      assert.match(text, /transaction signature/);
      assert.doesNotMatch(text, /askService|No arbitrage transaction/);
    });
    await withHoverNetwork('onDemand', async () => {
      const document = await openText(`sent ${other}`);
      assert.match(textOf(await hoversAt(document, other)), /command:arbscope.askService/);
      await vscode.commands.executeCommand('arbscope.askService', other);
      assert.match(
        textOf(await hoversAt(document, other)),
        /No arbitrage transaction with this signature/,
      );
    });
  });

  test('show only the public key of a secret key', async () => {
    for (const form of ['base58', 'lines']) {
      const key = randomSecretKey(form);
      const text = textOf(
        await hoversAt(await openText(`const key = ${key.written};`), key.written),
      );
      assert.match(text, /\*\*Secret key\*\*/);
      assert.ok(text.includes(key.publicKey));
      assert.ok(!text.includes(key.base58.slice(0, 12)));
    }
  });
});
