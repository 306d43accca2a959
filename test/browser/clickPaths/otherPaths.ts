import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { hoverOver } from '../hoverOver.ts';
import { untilSeen } from '../patience.ts';
import { type Clicks, tabs } from './clicks.ts';

/** From addresses in source, and from the rows of Look Up Transaction. Needs a tracked wallet. */
export function otherPaths(clicks: () => Clicks): void {
  const window = () => clicks().workbench;
  let source = '';
  before(async () => {
    source = await readFile(join(window().folder, 'src/markets.ts'), 'utf8');
  });
  const found = (pattern: RegExp): string => pattern.exec(source)?.[1] ?? '';

  describe('in a hover', () => {
    const file = /^markets\.ts/;
    before(async () => {
      await clicks().openViews('Live');
      await window().openFile('markets.ts');
    });
    const follow = (address: string, link: string, shows: RegExp) =>
      untilSeen(async (limit) => {
        const place = window().editorText().getByText(address).first();
        const hover = await hoverOver(window(), place, shows);
        await hover.getByText(link, { exact: true }).last().click(limit);
      });
    const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

    test('of a mint gets to a transaction through its arbitrages, and back', async () => {
      await follow(found(/usdc = '(\w+)'/), 'Show Arbitrages', /token mint/);
      await clicks().throughLive('USDC');
      await clicks().front(file).waitFor();
    });

    test('of a pool gets to a transaction through its arbitrages, and back', async () => {
      const pool = found(/pools: \[[^']*'(\w{43,44})'/);
      await follow(pool, 'Show Arbitrages', /pool of/);
      await clicks().throughLive(short(pool));
      await clicks().front(file).waitFor();
    });

    test('of a wallet gets to a transaction through its panel, and back', async () => {
      await follow(found(/leader = '(\w+)'/), 'Open Wallet', /· wallet/);
      await clicks().front(tabs.wallet).waitFor();
      await clicks().throughNewest('wallet');
      await clicks().back(tabs.wallet);
      await clicks().front(file).waitFor();
    });

    test('of a signature gets to its transaction and back', async () => {
      await follow(found(/\b(\w{86,88})\b/), 'Open Transaction', /Succeeded/);
      await clicks().front(tabs.transaction).waitFor();
      await clicks().back();
      await clicks().front(file).waitFor();
    });
  });

  describe('in Look Up Transaction', () => {
    before(async () => {
      // Clipboard access requires the focus in the page, not in the frame of a panel.
      await window().editorText().click();
      const copied = JSON.stringify(found(/\b(\w{86,88})\b/));
      await window().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await window().page.evaluate<void>(`navigator.clipboard.writeText(${copied})`);
    });

    for (const section of [
      'clipboard',
      'recently viewed',
      'market, newest',
      'tracked wallets',
      'recorded mainnet',
    ]) {
      test(`on the first row of “${section}” gets to its transaction and back`, async () => {
        await window().choose(new RegExp(section), async (limit) => {
          await window().runCommand('Arbscope: Look Up Transaction…');
          await window().titled('Look Up Transaction', limit);
          // Sections that load during the click move the others under the pointer.
          for (const loaded of [/market, newest/, /tracked wallets/]) {
            await window().option(loaded).waitFor(limit);
          }
        });
        await clicks().front(tabs.transaction).waitFor();
        await clicks().back();
      });
    }
  });
}
