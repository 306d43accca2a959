import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const production = process.argv.includes('--production');

export const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  // Licences of everything bundled are in one file of the package (scripts/package/notices.ts).
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minify: production,
  // What ships names no maps, which stay at home.
  sourcemap: production ? 'external' : true,
  sourcesContent: false,
};

export const node = { ...common, platform: 'node', format: 'cjs', target: 'node22' };
