/** node scripts/package/icon.ts: draws media/icon.png, the Marketplace's picture, from the icon's SVG. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../editor/chromium.ts';
import { root } from '../paths.ts';

const size = 256;
const svg = (await readFile(join(root, 'media/arbscope.svg'), 'utf8')).replaceAll(
  '#000',
  '#7cc7ff',
);
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>
    body { margin: 0; background: #0f1724; display: grid; place-items: center; height: ${size}px }
    svg { width: ${size * 0.78}px; height: ${size * 0.78}px }
  </style>${svg}`);
  await page.screenshot({ path: join(root, 'media/icon.png') });
} finally {
  await browser.close();
}
