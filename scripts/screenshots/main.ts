/**
 * npm run screenshots: packages the extension, installs it into a VS Code, walks what a newcomer
 * does in the light and the dark theme, and writes the README's pictures to media/screenshots/.
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
  for (const theme of ['dark', 'light']) {
    execFileSync(process.execPath, [join(root, 'test/browser/runFirstUse.ts'), file], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ARBSCOPE_PICTURES: scratch,
        ARBSCOPE_PANEL_PICTURES: 'yes',
        ARBSCOPE_THEME: theme,
      },
    });
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await convert((await readdir(scratch)).filter((name) => name.endsWith('.png')));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** The browser's own encoder makes the pictures small. */
async function convert(names: readonly string[]): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    for (const name of names) {
      const png = (await readFile(join(scratch, name))).toString('base64');
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
      // The step's number orders the files of a walk; the README names them without it.
      const to = join(folder, name.replace(/^\d+-/, '').replace('.png', '.webp'));
      await writeFile(to, Buffer.from(webp, 'base64'));
    }
  } finally {
    await browser.close();
  }
}
