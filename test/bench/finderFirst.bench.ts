import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../scripts/paths.ts';
import { Workbench } from '../browser/workbench.ts';
import { emptyExtensionText, installEmptyExtension } from '../emptyExtension.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { median } from './percentile.ts';

const rounds = 3;
/** Allowed time for the first rows beyond that of an empty extension. */
const allowedMilliseconds = { sandbox: 1_500, running: 300 } as const;

interface Seen {
  readonly empty: number;
  readonly rows: number;
}

/**
 * Time from opening a window with the Finder in the side bar to its first tokens: on a new Sandbox
 * without a backend, and with a running one. The reference is the status bar item of an otherwise
 * empty extension in the same windows, that is, the editor's time until extensions run.
 */
export const bench: Bench = async () => {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  const workbench = await Workbench.open({
    installExtensions: (folder) => installEmptyExtension(folder, true),
  });
  try {
    await workbench.openArbscopeView();
    await rows(workbench).first().waitFor();
    await watch(workbench);
    const running: Seen[] = [];
    while (running.length < rounds) running.push(await firstRows(workbench));
    const sandbox: Seen[] = [];
    while (sandbox.length < rounds) {
      await workbench.page.route(
        ({ pathname }) => pathname === '/',
        async (route) => {
          await endBackend(workbench);
          await route.continue();
        },
        { times: 1 },
      );
      sandbox.push(await firstRows(workbench));
    }
    return [
      result('finder.first', sandbox, allowedMilliseconds.sandbox),
      result('finder.first.running', running, allowedMilliseconds.running),
    ];
  } catch (error) {
    await workbench.screenshot('bench-finder-first-failed');
    throw error;
  } finally {
    await workbench.close();
  }
};

function result(name: string, windows: readonly Seen[], allowed: number): BenchResult {
  const value = median(windows.map(({ rows }) => rows));
  const empty = median(windows.map((window) => window.empty));
  const above = windows.map(({ rows, empty }) => Math.round(rows - empty)).join(', ');
  console.log(`${name}: ${above} ms above an empty extension`);
  return {
    name,
    value,
    unit: 'ms from the opening of the window',
    reference: { name: `an empty extension and ${allowed} ms`, value: empty + allowed },
    ratio: (empty + allowed) / value,
  };
}

/** Rows of tokens with gains; welcome texts and filters have no arrow. */
const rows = (workbench: Workbench) => workbench.branches('Finder', 1).filter({ hasText: / → / });

/** Reloads: the editor opens a new window with the Explorer, whatever was open before. */
async function firstRows({ page }: Workbench): Promise<Seen> {
  await page.reload();
  await page.waitForFunction('window.seen?.rows > 0 && window.seen?.empty > 0');
  return await page.evaluate<Seen>('window.seen');
}

/** With the extension host of the page that is left, which would start the backend again. */
async function endBackend(workbench: Workbench): Promise<void> {
  const ended = workbench
    .processes()
    .filter(({ command }) => / channel --socket|--type=extensionHost/.test(command));
  if (!ended.some(({ command }) => / channel /.test(command))) {
    throw new Error('The backend did not run');
  }
  for (const { pid } of ended) process.kill(pid, 'SIGKILL');
  while (workbench.processes().some(({ pid }) => ended.some((each) => each.pid === pid))) {
    await setTimeout(50);
  }
}

/** Records, in each page opened from now on, when the watched elements first appear. */
const watch = ({ page }: Workbench): Promise<unknown> =>
  page.addInitScript(`(() => {
    const seen = { rows: 0, empty: 0 };
    window.seen = seen;
    const look = () => {
      if (seen.empty === 0) {
        for (const item of document.querySelectorAll('.statusbar-item')) {
          if (item.textContent.includes(${JSON.stringify(emptyExtensionText)})) {
            seen.empty = performance.now();
          }
        }
      }
      if (seen.rows === 0) {
        for (const row of document.querySelectorAll('.sidebar .pane [role=treeitem][aria-expanded]')) {
          if (/ → /.test(row.textContent)) seen.rows = performance.now();
        }
      }
      if (seen.rows === 0 || seen.empty === 0) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
