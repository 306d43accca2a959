import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import { transactionContent } from '../../src/extension/panels/transactionContent.ts';
import { LonePage } from '../browser/lonePage.ts';
import { longRoute } from '../fixtures/hostileAnswers.ts';
import type { BenchResult } from './benchResult.ts';

/** What a person does not notice as waiting. */
const targetMilliseconds = 150;
const rounds = 15;

/**
 * Milliseconds from the answer's arrival in the page to the first paint that shows it, the worst
 * of several new pages: each has just been loaded, and its script has run nothing yet.
 */
async function firstPaint(bundle: string, message: unknown, shown: string): Promise<number> {
  const lone = await LonePage.open(bundle);
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await lone.page.reload();
      times.push(
        await lone.page.evaluate<number>(`new Promise((resolve, reject) => {
          const message = ${JSON.stringify(message)};
          window.postMessage(message, window.origin);
          // Messages are heard in their order: this one is there as the answer is.
          const start = performance.now();
          const look = () => {
            if (document.querySelector(${JSON.stringify(shown)}) === null) {
              requestAnimationFrame(look);
              return;
            }
            // A task behind the frame that draws it: by then it is painted.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve(performance.now() - start);
              port2.postMessage(null);
            });
          };
          requestAnimationFrame(look);
        })`),
      );
    }
    return Math.max(...times);
  } finally {
    await lone.close();
  }
}

const result = (name: string, value: number): BenchResult => ({
  name,
  value,
  unit: 'ms',
  reference: { name: 'what nobody notices', value: targetMilliseconds },
  ratio: targetMilliseconds / value,
});

/** What ships is minified. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The pages could not be built');
}

export async function bench(): Promise<readonly BenchResult[]> {
  build();
  const source = { name: 'Sandbox', isSimulated: true, note: '' };
  const content = transactionContent(longRoute(16, 9), source, 0);
  const route = await firstPaint('routeMap', { type: 'content', content }, 'tr[data-leg="16"]');
  return [result('panel.route', route)];
}
