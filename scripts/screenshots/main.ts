/**
 * npm run screenshots: packages the extension, installs it into a VS Code, walks the README's tour,
 * and writes the pictures that README.md and docs/ show to media/screenshots/.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../editor/chromium.ts';
import { buildProduction, makePackage } from '../package/makePackage.ts';
import { ownTarget } from '../package/targets.ts';
import { root } from '../paths.ts';

/** Text stays sharp, and a picture takes a fifth of a PNG. */
const webpQuality = 0.86;
const folder = join(root, 'media/screenshots');

const target = ownTarget();
if (target === null) throw new Error('There is no package for this machine');
buildProduction();
const { file } = await makePackage(target);
const scratch = await mkdtemp(join(tmpdir(), 'arbscope-pictures-'));
try {
  execFileSync(process.execPath, [join(root, 'test/browser/runFirstUse.ts'), file], {
    stdio: 'inherit',
    env: { ...process.env, ARBSCOPE_PICTURES: scratch, ARBSCOPE_PANEL_PICTURES: 'yes' },
  });
  const taken = await readdir(scratch);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of await usedPictures()) {
    // The step's number orders the files of a walk.
    const picture = taken.find((each) => each.replace(/^\d+-/, '') === `${name}.png`);
    if (picture === undefined) throw new Error(`The walk takes no picture "${name}"`);
    await convert(join(scratch, picture), join(folder, `${name}.webp`));
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** Names of the pictures in README.md and docs/. */
async function usedPictures(): Promise<ReadonlySet<string>> {
  const pages = (await readdir(join(root, 'docs'))).map((name) => join('docs', name));
  const texts = await Promise.all(
    ['README.md', ...pages].map((page) => readFile(join(root, page), 'utf8')),
  );
  const found = texts.join('\n').matchAll(/media\/screenshots\/([\w-]+)\.webp/g);
  return new Set([...found].map(([, name = '']) => name));
}

/** The browser's own encoder makes the pictures small. */
async function convert(from: string, to: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const png = (await readFile(from)).toString('base64');
    const webp = await page.evaluate<string>(`(async () => {
      const picture = new Image();
      picture.src = 'data:image/png;base64,${png}';
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', ${webpQuality}).split(',')[1];
    })()`);
    await writeFile(to, Buffer.from(webp, 'base64'));
  } finally {
    await browser.close();
  }
}
