/**
 * npm run package [-- --target NAME ...] [--all] [--links-url URL --images-url URL]
 *                 [--cli [--repository-url URL]]
 *
 * Makes VSIX files in artifacts/, by default for this machine's target. Fails if a native part does
 * not match its digest in package-lock.json. The URLs are the web locations of the README's links
 * and pictures; without them they resolve inside the package.
 *
 * --cli makes the npm package of the command line instead, or in addition to given targets. npm
 * publishes it with its provenance only if its manifest names the repository.
 */
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { artifactsFolder } from '../paths.ts';
import { makeCliPackage } from './cliPackage.ts';
import { buildProduction, makePackage } from './makePackage.ts';
import { ownTarget, type Target, targets } from './targets.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    cli: { type: 'boolean' },
    'repository-url': { type: 'string', default: '' },
    'links-url': { type: 'string', default: '' },
    'images-url': { type: 'string', default: '' },
  },
});

function wanted(): readonly Target[] {
  if (values.all) return targets;
  const own = values.cli ? null : ownTarget();
  const names = values.target ?? (own === null ? [] : [own.name]);
  return names.map((name) => {
    const target = targets.find((each) => each.name === name);
    if (target !== undefined) return target;
    throw new Error(`There is no target ${name}: ${targets.map((each) => each.name).join(', ')}`);
  });
}

const { 'links-url': linksUrl, 'images-url': imagesUrl } = values;
if ((linksUrl === '') !== (imagesUrl === '')) {
  throw new Error('--links-url and --images-url go together');
}
const printMade = (file: string): void =>
  console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);

buildProduction();
if (values.cli) printMade((await makeCliPackage(artifactsFolder, values['repository-url'])).file);
for (const target of wanted()) {
  const { file } = await makePackage(target, linksUrl === '' ? null : { linksUrl, imagesUrl });
  printMade(file);
  if (target.litesvm === null) {
    console.log('  without LiteSVM, which has no build for it: the Sandbox cannot land there');
  }
}
