import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { artifactsFolder, cacheFolder, root } from '../paths.ts';
import { stage } from './stage.ts';
import type { Target } from './targets.ts';

const run = promisify(execFile);

export interface MadePackage {
  readonly folder: string;
  readonly file: string;
}

export interface ReadmeUrls {
  /** Base URL of the files' pages, for links. */
  readonly linksUrl: string;
  /** Base URL of the raw files, for pictures. */
  readonly imagesUrl: string;
}

/**
 * From the production build in dist/. Without `urls`, links and pictures of the README stay
 * relative and resolve inside the package.
 */
export async function makePackage(
  target: Target,
  urls: ReadmeUrls | null = null,
): Promise<MadePackage> {
  const folder = join(cacheFolder, 'package', target.name);
  await stage(target, folder);
  const file = join(artifactsFolder, `arbscope-${target.name}-${manifest.version}.vsix`);
  await mkdir(dirname(file), { recursive: true });
  const links =
    urls === null
      ? ['--no-rewrite-relative-links']
      : ['--baseContentUrl', urls.linksUrl, '--baseImagesUrl', urls.imagesUrl];
  await run(
    process.execPath,
    [
      join(root, 'node_modules/@vscode/vsce/vsce'),
      ...['package', '--target', target.name, '--out', file],
      ...['--no-dependencies', '--allow-missing-repository', ...links],
    ],
    // A fixed time makes the package reproducible.
    { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH: commitSeconds() } },
  );
  return { folder, file };
}

/** Time of the commit; a fixed time without git. */
function commitSeconds(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root }).toString().trim();
  } catch {
    return '946684800';
  }
}

export function buildProduction(): void {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], {
    cwd: root,
    stdio: 'inherit',
  });
}
