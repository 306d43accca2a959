import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { ammPrograms } from '../../src/solana/knownPrograms.ts';
import { Workbench } from '../browser/workbench.ts';
import { responseSchema, sampleValue } from '../contract/schemaSamples.ts';
import { FakeService } from '../fakeService.ts';
import type { Bench, BenchResult } from './benchResult.ts';

const tokens = 50;
const amms = 8;
const pools = 10;
const rounds = 12;
const allowedMilliseconds = 100;
const key = 'tree-bench-key';

const address = (seed: number): string => {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(28, seed);
  return encodeBase58(bytes);
};

/**
 * A response whose figures are all the number of the round, to distinguish old rows from new ones.
 * @param moved Number of tokens moved from the top of the ranking to its end.
 */
function responseOf(round: number, moved: number): string {
  const figures = { revenues: round, profits: round, transactions: round };
  const programs = [...ammPrograms.keys()].slice(0, amms);
  const ranking = Array.from({ length: tokens }, (_, token) => ({
    mint: address(token),
    ...figures,
    volume: round,
    marketCap: 1,
    liquidity: 1,
    AMMs: programs.map((program, amm) => ({
      address: program,
      ...figures,
      pools: Array.from({ length: pools }, (__, pool) => ({
        address: address(1_000 + (token * amms + amm) * pools + pool),
        ...figures,
        lookupTable: '',
      })),
    })),
  }));
  const ordered = [...ranking.slice(moved), ...ranking.slice(0, moved)];
  return JSON.stringify({ ...(sampleValue(responseSchema('finder')) as object), tokens: ordered });
}

/**
 * The Finder with all tokens and AMMs expanded, in a real VS Code: from the time the extension has
 * the response, by its log, until all visible rows have the new figures; first with a constant
 * order, then with another token at the top each time. Also measured from the time the service
 * starts to send its response, that is, with transfer, parsing and validation. Medians of rounds.
 */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const service = new FakeService(key);
  await service.listen();
  let round = 1;
  let movesFrom = Number.POSITIVE_INFINITY;
  const next = (): string => responseOf(round, Math.max(0, round - movesFrom) % tokens);
  let body = next();
  const sentAt = new Map<number, number>();
  service.failWith = ({ operation }) => {
    if (operation === 'tokenInfo') return { status: 404 };
    if (operation !== 'finder') return null;
    sentAt.set(round, Date.now());
    const response = { status: 200, body };
    round += 1;
    body = next();
    return response;
  };
  const workbench = await Workbench.open({ theme: 'dark' });
  try {
    await addService(workbench, service.url);
    await openEverything(workbench);
    await watchRows(workbench);
    await workbench.runCommand('Arbscope: Set Auto-Refresh Interval');
    await workbench.choose(/^5 s/);
    const first = round + 1;
    movesFrom = first + rounds;
    await workbench.page.waitForFunction(`window.shownAt.has(${first + 2 * rounds})`, undefined, {
      timeout: 300_000,
    });
    const shownAt = new Map(
      await workbench.page.evaluate<[number, number][]>('[...window.shownAt]'),
    );
    const respondedAt = await responseTimes(workbench);
    const measure = (name: string, from: number): BenchResult => {
      const measured = Array.from({ length: rounds }, (_, index) => from + index).map((at) => {
        const shown = shownAt.get(at) ?? Number.NaN;
        const responded = respondedAt.findLast((time) => time <= shown) ?? Number.NaN;
        return { all: shown - (sentAt.get(at) ?? Number.NaN), own: shown - responded };
      });
      const times = sorted(measured.map(({ own }) => own));
      const value = medianOf(times);
      const whole = medianOf(sorted(measured.map(({ all }) => all)));
      return {
        name,
        value,
        unit: `ms from the response to the screen, median of ${times.length}; ${times[0]} to ${times.at(-1)}; ${whole} from the response's first byte`,
        reference: { name: 'what is allowed', value: allowedMilliseconds },
        ratio: allowedMilliseconds / value,
      };
    };
    return [measure('tree.refresh', first), measure('tree.reorder', first + rounds + 1)];
  } catch (error) {
    await workbench.screenshot('bench-tree-failed');
    throw error;
  } finally {
    await workbench.close();
    await service.close();
  }
};

const sorted = (times: readonly number[]): number[] =>
  times.filter(Number.isFinite).sort((one, other) => one - other);
const medianOf = (times: readonly number[]): number =>
  times[Math.floor(times.length / 2)] ?? Number.NaN;

/** When the extension received each response, in Unix milliseconds, oldest first. */
async function responseTimes(workbench: Workbench): Promise<number[]> {
  const folder = join(workbench.extensionsFolder, '../data/logs');
  const names = await readdir(folder, { recursive: true });
  const [file] = names.filter((name) => name.endsWith('Arbscope.log'));
  if (file === undefined) throw new Error('The log of the extension was not found');
  const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
  return lines
    .filter((line) => /Finder: \d+ tokens of Large/.test(line))
    .map((line) => Date.parse(line.slice(0, '2026-01-01 00:00:00.000'.length)));
}

async function addService(workbench: Workbench, url: string): Promise<void> {
  await workbench.openArbscopeView();
  await workbench.setOpen('Live', false);
  await workbench.addService('Large', url, key, /Middle/);
  await workbench.branches('Finder', 1).nth(10).waitFor();
}

async function openEverything(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await page.setViewportSize({ width: 1_400, height: 2_200 });
  const rows = workbench.branches('Finder', 1).filter({ hasText: / → / });
  await rows.nth(tokens - 1).waitFor();
  for (let token = tokens - 1; token >= 0; token--) {
    await rows.nth(token).locator('.monaco-tl-twistie').click();
  }
  await page.setViewportSize({ width: 1_400, height: 900 });
  // Moves the focus to a row without an action.
  await workbench.treeRows('Finder', 1).nth(1).click();
  await page.keyboard.press('End');
  for (let token = 0; token < tokens; token++) {
    for (let amm = 0; amm < amms; amm++) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowUp');
    }
    await page.keyboard.press('ArrowUp');
  }
  await workbench.treeRows('Finder', 3).nth(5).waitFor();
  await workbench.screenshot('bench-tree');
}

const watchRows = ({ page }: Workbench): Promise<void> =>
  page.evaluate(`(() => {
    const shownAt = new Map();
    window.shownAt = shownAt;
    const pane = [...document.querySelectorAll('.sidebar .pane')].find((each) =>
      each.querySelector('.pane-header .title')?.textContent === 'Finder');
    const look = () => {
      const rounds = new Set();
      for (const row of pane.querySelectorAll('[role=treeitem]')) {
        const found = /\\$(\\d+)(?:\\.00)? → /.exec(row.textContent);
        if (found !== null) rounds.add(Number(found[1]));
      }
      const [round] = rounds;
      if (rounds.size !== 1 || shownAt.has(round)) return;
      shownAt.set(round, Date.now());
    };
    new MutationObserver(look).observe(pane, {
      childList: true, subtree: true, characterData: true, attributes: true });
  })()`);
