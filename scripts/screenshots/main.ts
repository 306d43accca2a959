/**
 * npm run screenshots: packages the extension, installs it into a VS Code and runs the README's
 * tour in the dark and the light theme. Writes the pictures that README.md and docs/ show to
 * media/screenshots/ (dark, unless the name ends in -light), and those of the walkthrough, each of
 * a part of the window, to media/walkthrough/; documents show these too.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../editor/chromium.ts';
import { buildProduction, makePackage } from '../package/makePackage.ts';
import { ownTarget } from '../package/targets.ts';
import { root } from '../paths.ts';
import { reduceColors } from './palette.ts';

/** With 32, a difference is visible only side by side; with 16, coloured text changes. */
const colorCount = 32;

const target = ownTarget();
if (target === null) throw new Error('There is no package for this machine');
buildProduction();
const { file } = await makePackage(target);
const scratch = await mkdtemp(join(tmpdir(), 'arbscope-pictures-'));
try {
  for (const theme of ['dark', 'light'] as const) {
    execFileSync(process.execPath, [join(root, 'test/browser/runFirstUse.ts'), file], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ARBSCOPE_PICTURES: join(scratch, theme),
        ARBSCOPE_THEME: theme,
        ARBSCOPE_PANEL_PICTURES: 'yes',
      },
    });
  }
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    for (const [path, from] of await wantedPictures()) {
      const webp = await encode(page, await readFile(join(scratch, from)));
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), webp);
    }
  } finally {
    await browser.close();
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** Paths of all pictures that documents or package.json refer to, each with its screenshot file. */
async function wantedPictures(): Promise<ReadonlyMap<string, string>> {
  const pages = (await readdir(join(root, 'docs'))).map((name) => join('docs', name));
  const texts = await Promise.all(
    ['README.md', 'package.json', ...pages].map((page) => readFile(join(root, page), 'utf8')),
  );
  const text = texts.join('\n');
  const found = new Map<string, string>();
  for (const [path, name] of text.matchAll(/media\/screenshots\/([\w-]+)\.webp/g)) {
    const [, shown = name, theme = 'dark'] = /^(.+)-(light)$/.exec(name ?? '') ?? [];
    found.set(path, `${theme}/${shown}.png`);
  }
  for (const [path, name, theme] of text.matchAll(
    /media\/walkthrough\/([\w-]+)-(dark|light)\.webp/g,
  )) {
    found.set(path, `${theme}/${name}.detail.png`);
  }
  return found;
}

/** Reduces the colours and encodes a lossless WebP, with the browser's decoder and encoder. */
async function encode(page: Page, png: Buffer): Promise<Buffer> {
  const { size, pixels } = await page.evaluate<{ size: number[]; pixels: string }>(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png.toString('base64')}';
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: picture.width,
      height: picture.height,
    });
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { size: [canvas.width, canvas.height], pixels: new Uint8Array(data.buffer).toBase64() };
  })()`);
  const reduced = new Uint8ClampedArray(Buffer.from(pixels, 'base64'));
  reduceColors(reduced, colorCount);
  const [width, height] = size;
  const webp = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), {
      width: ${width},
      height: ${height},
    });
    const data = Uint8Array.fromBase64('${Buffer.from(reduced).toString('base64')}');
    const image = new ImageData(new Uint8ClampedArray(data.buffer), ${width});
    canvas.getContext('2d').putImageData(image, 0, 0);
    // Only quality 1 is lossless.
    return canvas.toDataURL('image/webp', 1).split(',')[1];
  })()`);
  return Buffer.from(webp, 'base64');
}
