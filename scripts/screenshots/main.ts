/**
 * npm run screenshots: packages the extension, installs it into a VS Code, walks the README's tour in
 * the dark and the light theme, and writes the pictures that README.md and docs/ show to
 * media/screenshots/, dark ones but where the name ends in -light, and those of the walkthrough to
 * media/walkthrough/.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launchChromium } from '../editor/chromium.ts';
import { buildProduction, makePackage } from '../package/makePackage.ts';
import { ownTarget } from '../package/targets.ts';
import { root } from '../paths.ts';

/** Text stays sharp, and a picture takes a fifth of a PNG. */
const webpQuality = 0.86;

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
  for (const [path, from] of await wantedPictures()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await convert(join(scratch, from), join(root, path));
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** Pictures in the repository that something shows, each with the file of the walk that it is of. */
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
