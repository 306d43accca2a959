import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { cacheFolder, root } from '../paths.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A headless Chromium: the one in the variable CHROMIUM, else (Linux x64) the one in the npm
 * package, else the system's Chromium or Chrome.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const { env = process.env, ...options } = await findChromium();
  // Chromium leaves files in its temporary folder.
  const temporary = mkdtempSync(join(tmpdir(), 'c-'));
  const removeTemporary = (): void => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const browser = await chromium.launch({
      ...options,
      env: definedOnly({ ...env, TMPDIR: temporary }),
      args: flags.concat(more),
    });
    browser.once('disconnected', removeTemporary);
    return browser;
  } catch (error) {
    removeTemporary();
    throw error;
  }
}

/**
 * This Chromium has no GPU, so the CPU draws every frame. A progress bar would cause frames for as
 * long as a test waits for the result. Scroll bars, indent guides, quick picks and resized areas
 * are animated so often that they caused most frames.
 */
const endAnimations = `
  const still = new CSSStyleSheet();
  still.replaceSync(\`
    *, ::before, ::after { animation-iteration-count: 1 !important; }
    .progress-bit, .quick-input-widget { animation: none !important; }
    .indent-guide, .scrollbar, .split-view-view { transition: none !important; }
  \`);
  document.adoptedStyleSheets.push(still);
`;

/** A page without endless animations and the most frequent short ones, in its frames too. */
export async function newStillPage(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  // A user allows it once. Without it, the editor reports each read of the clipboard as an error.
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await browser.newPage({ viewport, permissions });
  await page.addInitScript({ content: endAnimations });
  return page;
}

async function findChromium(): Promise<LaunchOptions> {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return { executablePath: named };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium();
  const system = '/usr/bin/chromium';
  return existsSync(system) ? { executablePath: system } : { channel: 'chrome' };
}

/** Unpacked into the cache folder at the first call. */
async function packagedChromium(): Promise<LaunchOptions> {
  const manifest = join(root, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(cacheFolder, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);

  const executablePath = join(folder, 'chromium');
  const env: NodeJS.ProcessEnv = { ...process.env };
  // The package contains libraries and fonts for machines without them.
  const needed = spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout ?? '';
  if (needed.includes('not found')) env['LD_LIBRARY_PATH'] = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts')) env['FONTCONFIG_PATH'] = join(folder, 'fonts');
  return { executablePath, env };
}

/**
 * The package unpacks into its process's temporary folder and mistakes a partial file for a
 * complete one, so it gets a separate folder that is renamed when complete.
 */
async function unpack(folder: string): Promise<void> {
  const partial = `${folder}.partial-${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const script =
    "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  const unpacker = spawn(process.execPath, ['-e', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // It unpacks its libraries only on AWS Lambda.
    env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  const [code] = await once(unpacker, 'exit');
  if (code !== 0) throw new Error('The Chromium of @sparticuz/chromium could not be unpacked');
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
