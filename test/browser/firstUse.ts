import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { root } from '../../scripts/paths.ts';
import { hoverOver } from './hoverOver.ts';
import { panelPage } from './panelPage.ts';
import { untilSeen } from './patience.ts';
import type { Workbench } from './workbench.ts';

/** Takes a picture of the window, or of a part of it; the walkthrough uses `detail`. */
export type Shoot = (
  name: string,
  parts?: {
    readonly part?: Locator;
    readonly detail?: Locator;
    /** Cuts the picture off below this height. */
    readonly maxHeight?: number;
  },
) => Promise<void>;

export type Begin = (entry: string) => Promise<void>;

export interface TourOptions {
  readonly shoot?: Shoot;
  /** Follows the README by default. */
  readonly begin?: Begin;
}

export function tourEntries(): ReadonlyMap<string, string> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, tour = ''] = /^## Five-minute tour$(.*?)^## /ms.exec(readme) ?? [];
  const entries = tour.split(/^\d+\. \*\*/m).slice(1);
  return new Map(entries.map((text) => [/^[^.*]+/.exec(text)?.[0] ?? '', text]));
}

/** Runs the first command in an entry of the README; opens Arbscope if there is none. */
const beginAsReadmeSays =
  (workbench: Workbench): Begin =>
  async (entry) => {
    const [command] = /Arbscope: [^*]+/.exec(tourEntries().get(entry) ?? '') ?? [];
    if (command === undefined) await workbench.openArbscopeView();
    else await workbench.runCommand(command);
  };

export class FirstUse {
  readonly #workbench: Workbench;
  readonly #shoot: Shoot;
  readonly #begin: Begin;

  constructor(workbench: Workbench, options: TourOptions = {}) {
    const { shoot = async () => {}, begin = beginAsReadmeSays(workbench) } = options;
    this.#workbench = workbench;
    this.#shoot = shoot;
    this.#begin = begin;
  }

  readonly entries: Readonly<Record<string, () => Promise<void>>> = {
    'See the market': () => this.#seeMarket(),
    'Open an arbitrage': () => this.#openArbitrage(),
    'Cover a config': () => this.#coverConfig(),
    'Simulate a transaction': () => this.#simulate(),
    'Land a transaction': () => this.#land(),
    'Follow a leader': () => this.#followLeader(),
    'Hover an address': () => this.#hoverAddress(),
    'Export a bot config': () => this.#exportConfig(),
    'Add your own node': () => this.#addNode(),
  };

  async run(): Promise<void> {
    assert.deepEqual([...tourEntries().keys()], Object.keys(this.entries));
    for (const follow of Object.values(this.entries)) await follow();
  }

  async #seeMarket(): Promise<void> {
    const workbench = this.#workbench;
    await this.#begin('See the market');
    await workbench.branches('Finder', 1).nth(1).waitFor();
    await workbench.branches('Live', 1).first().waitFor();
    await workbench.setOpen('Landings', false);
    await workbench.restPointer();
    const part = workbench.page.locator('.part.sidebar');
    await this.#shoot('finder', { part, detail: workbench.view('Finder') });
  }

  /** Three clicks: the token, its arbitrages, one of them. */
  async #openArbitrage(): Promise<void> {
    const workbench = this.#workbench;
    const { page } = workbench;
    await this.#begin('Open an arbitrage');
    await workbench.setOpen('Finder', true);
    // Below the recommendation: the token with the highest gains.
    const token = workbench.branches('Finder', 1).nth(1);
    await token.click();
    await workbench.clickOn(token, 'Show Arbitrages');
    // The title shows the filter.
    await workbench.view('Live').locator('.pane-header .description', { hasText: ' · ' }).waitFor();
    const gained = workbench.treeRows('Live', 1).filter({ hasText: /\+\$.*→/ });
    // A click misses a row that has just moved.
    await untilSeen(async (limit) => {
      await gained.first().click(limit);
      await page.locator('iframe.webview.ready:visible').first().waitFor(limit);
    });
    const panel = await panelPage(page, 'transaction');
    await panel.locator('.route-map').waitFor();
    await workbench.restPointer();
    await this.#shoot('route-map', { detail: page.locator('.part.editor') });
  }

  /** The sample's config is found without being open. */
  async #coverConfig(): Promise<void> {
    const workbench = this.#workbench;
    const { page } = workbench;
    await this.#begin('Cover a config');
    await page.locator('iframe.webview.ready:visible').first().waitFor();
    const panel = await panelPage(page, 'coverage');
    await panel.getByRole('heading', { name: 'Best missing pools' }).waitFor();
    await workbench.restPointer();
    await this.#shoot('coverage', { detail: this.#frontGroup() });
  }

  /** Of the sample's two transactions, the first earns and the second fails. */
  async #simulate(): Promise<void> {
    const workbench = this.#workbench;
    const { page } = workbench;
    await this.#begin('Simulate a transaction');
    await workbench.leave();
    // Room for the panel beside the source.
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('cycles.ts');
    const lenses = page.locator('.codelens-decoration a', { hasText: /^Simulate$/ });
    await lenses.nth(1).waitFor();
    // A lens that is being redrawn misses clicks; a second click only repeats the simulation.
    await untilSeen(async (limit) => {
      await lenses.first().click(limit);
      await page.locator('iframe.webview.ready:visible').first().waitFor(limit);
    });
    const panel = await panelPage(page, 'simulate');
    await panel.locator('.route-map').waitFor();
    await panel
      .getByText(/would succeed/)
      .first()
      .waitFor();
    await workbench.restPointer();
    await this.#shoot('simulation', { detail: this.#frontGroup() });
  }

  /** Two clicks to track a leader, one more to its panel. */
  async #followLeader(): Promise<void> {
    const workbench = this.#workbench;
    const { page } = workbench;
    await this.#begin('Follow a leader');
    await workbench.runCommand('View: Close All Editors');
    await workbench.setOpen('Wallets', true);
    const leader = workbench.treeRows('Wallets', 1).filter({ hasText: '#1 ·' });
    await workbench.clickOn(leader, 'Track Leader');
    // New figures may redraw the row during the click.
    await untilSeen(async (limit) => {
      await workbench.branches('Wallets', 1).first().click(limit);
      await page.getByRole('tab', { name: /^Wallet / }).waitFor(limit);
    });
    const panel = await panelPage(page, 'wallet');
    await panel.locator('h1').waitFor();
    await workbench.restPointer();
    await this.#shoot('wallet', { detail: page.locator('.part.editor') });
  }

  #frontGroup(): Locator {
    return this.#workbench.page.locator('.editor-group-container.active');
  }

  async #hoverAddress(): Promise<void> {
    const workbench = this.#workbench;
    await this.#begin('Hover an address');
    await workbench.leave();
    // The simulation opened beside the file.
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('markets.ts');
    const text = workbench.editorText();
    // The lines appear some moments after the tab, with non-breaking spaces.
    const found = async (pattern: RegExp): Promise<string> => {
      const lines = text.filter({ hasText: pattern });
      await lines.waitFor();
      return pattern.exec((await lines.textContent()) ?? '')?.[1] ?? '';
    };
    const expected: readonly (readonly [address: string, shows: RegExp])[] = [
      [await found(/pools:\s\[[^']*'(\w{43,44})'/), /· pool of[\s\S]*Mint B[\s\S]*Sandbox/],
      [await found(/leader\s=\s'(\w{43,44})'/), /· wallet[\s\S]*Net gains[\s\S]*Sandbox/],
      [await found(/\b(\w{86,88})\b/), /Succeeded \(arbitrage\)[\s\S]*Route[\s\S]*Sandbox/],
      [await found(/usdc\s=\s'(\w{43,44})'/), /token mint[\s\S]*Gross gains[\s\S]*Sandbox/],
    ];
    for (const [address, shows] of expected) {
      await hoverOver(workbench, text.getByText(address).first(), shows);
    }
    const detail = workbench.page.locator('.monaco-hover:visible').last();
    await this.#shoot('hover', { detail });
    await workbench.restPointer();
  }

  async #land(): Promise<void> {
    const workbench = this.#workbench;
    const { page } = workbench;
    await this.#begin('Land a transaction');
    await workbench.choose(/A transfer with a tip/);
    await workbench.option(/Send to Sandbox/).waitFor();
    await workbench.restPointer();
    await this.#shoot('landing-preview', { detail: page.locator('.quick-input-widget:visible') });
    await workbench.quickInput().press('Enter');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const landed = workbench.treeRows('Landings', 1).filter({ hasText: /landed ·/ });
    await workbench.setOpen('Landings', true);
    await landed.waitFor();
    await this.#shoot('landed');
  }

  async #exportConfig(): Promise<void> {
    const workbench = this.#workbench;
    await this.#begin('Export a bot config');
    await workbench.choose(/SMB config, (an|one) entry/);
    await workbench.choose(/New editor/);
    const text = workbench.editorText().filter({ hasText: /Sandbox.{1,3}simulated.data/ });
    await text.waitFor();
    await workbench.restPointer();
    const detail = workbench.page.locator('.part.editor');
    await this.#shoot('bot-config', { detail, maxHeight: 420 });
  }

  async #addNode(): Promise<void> {
    const workbench = this.#workbench;
    await this.#begin('Add your own node');
    await workbench.option(/Node/).waitFor();
    await workbench.restPointer();
    const detail = workbench.page.locator('.quick-input-widget:visible');
    await this.#shoot('add-connection', { detail });
    await workbench.choose(/Node/);
    await workbench.titled('(1/');
    await workbench.page.getByText(/RPC URL with its key/).waitFor();
    await workbench.leave();
  }
}
