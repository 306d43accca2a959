import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import type { Locator } from 'playwright-core';
import { root } from '../../scripts/paths.ts';
import { defaultSandboxSeed } from '../../src/backend/openEngine.ts';
import { developmentAccount } from '../../src/engine/landing/developmentAccounts.ts';
import { SimulatedMarket } from '../../src/engine/sources/simulated/simulatedMarket.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { hoverOver } from './hoverOver.ts';
import { panelPage } from './panelPage.ts';
import type { Workbench } from './workbench.ts';

/** Takes a picture of the window, or of a part of it. */
export type Shoot = (name: string, part?: Locator) => Promise<void>;

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** The wallet that the README's tour tracks. */
function tourWallet(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, wallet] = /Track Wallet….*?`(\w{43,44})`/s.exec(readme) ?? [];
  assert.ok(wallet !== undefined, 'the README names a wallet to track');
  return wallet;
}

/** The README's five-minute tour, step by step; `shoot` is called when each step is done. */
export async function firstUseScenario(workbench: Workbench, shoot: Shoot): Promise<void> {
  const { page } = workbench;
  // Away from what is shown, so that no tooltip covers it.
  const restPointer = () => page.mouse.move(5, 5);

  await workbench.openArbscopeView();
  await workbench.branches('Finder', 1).first().waitFor();
  // Below the recommendation: the token that earns most, down to its AMMs.
  await workbench.expand('Finder', workbench.branches('Finder', 1).nth(1));
  await workbench.setOpen('Landings', false);
  await restPointer();
  await shoot('finder', page.locator('.part.sidebar'));

  await workbench.openFile('markets.ts');
  const hover = await hoverOver(
    workbench,
    workbench.editorText().getByText(usdc).first(),
    /token mint/,
  );
  assert.match((await hover.textContent()) ?? '', /USDC\s*·\s*token mint/);
  await shoot('hover');
  await restPointer();

  await workbench.runCommand('Arbscope: Track Wallet…');
  await workbench.answer(tourWallet());
  await page.getByText(/^Name (of|for)/).waitFor();
  await workbench.answer('');
  // Room for the rows of the wallet.
  await workbench.setOpen('Finder', false);
  await workbench.expand('Wallets', workbench.branches('Wallets', 1).first());
  const list = workbench.treeRows('Wallets', 2).filter({ hasText: 'Last transactions' });
  await workbench.expand('Wallets', list);
  const succeeded = page.getByRole('treeitem', { name: /succe(ss|eded)/i });
  // A bot run that succeeded without a swap lost its fee, and has no route.
  const gained = workbench.treeRows('Wallets', 3).and(succeeded).filter({ hasNotText: '−' });
  await gained.first().click();
  const panel = await panelPage(page, 'transaction');
  await panel.locator('.route-map').waitFor();
  await workbench.setOpen('Wallets', false);
  await workbench.setOpen('Finder', true);
  await restPointer();
  await shoot('route-map');

  await workbench.runCommand('Arbscope: Export Finder Result…');
  await workbench.choose(/SMB config, (an|one) entry/);
  await workbench.choose(/New editor/);
  const text = workbench.editorText().filter({ hasText: /Sandbox.{1,3}simulated.data/ });
  await text.waitFor();
  await shoot('bot-config');

  await workbench.runWith('Arbscope: Land Signed Transaction…', await signedTransaction());
  await workbench.option(/Send to Sandbox/).waitFor();
  await restPointer();
  await shoot('landing-preview');
  await workbench.quickInput().press('Enter');
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const landed = workbench.treeRows('Landings', 1).filter({ hasText: /landed ·/ });
  await workbench.setOpen('Landings', true);
  await landed.waitFor();
  await shoot('landed');
}

/** What the newcomer's own bot would have signed: a transfer of a funded account of the Sandbox. */
async function signedTransaction(): Promise<string> {
  const payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
  const bytes = await signedWithKit({
    version: 0,
    payer,
    instructions: [
      instructions.computeUnitLimit(60_000),
      instructions.computeUnitPrice(20_000n),
      instructions.transfer(payer.address, (await wallet(2)).address, 5_000_000n),
      instructions.tip(payer.address, 1_500_000n),
    ],
    // Blockhashes of the Sandbox follow from its seed and the clock.
    blockhash: new SimulatedMarket(defaultSandboxSeed).blockhash(
      Math.floor(Date.now() / 1_000) - 2,
    ),
  });
  return Buffer.from(bytes).toString('base64');
}
