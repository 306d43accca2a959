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
  /** What it holds. */
  readonly folder: string;
  /** The .vsix file. */
  readonly file: string;
}

/** Where the files of a commit are on the web, for a README that is shown on a page. */
export interface ReadmeUrls {
  /** Page of a file, for links: the path follows. */
  readonly linksUrl: string;
  /** Bytes of a file, for pictures: the path follows. */
  readonly imagesUrl: string;
}

/**
 * Makes the VSIX of a target out of the production build in dist/. Without `urls`, links and
 * pictures of the README stay relative: they resolve inside the package.
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
    // The same files make the same package.
    { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH: commitSeconds() } },
  );
  return { folder, file };
}

/** When the commit was made; a tree without git has no time of its own. */
function commitSeconds(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root }).toString().trim();
  } catch {
    return '946684800';
  }
}

/** Builds what ships. */
export function buildProduction(): void {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], {
    cwd: root,
    stdio: 'inherit',
  });
}
