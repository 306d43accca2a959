// Replaces dist/: `npm start` builds for development.
// Only in test:all: it builds and runs npm start.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../../scripts/paths.ts';
import { suiteLimit } from '../suiteLimit.ts';

test(
  'npm start opens the sample bot in desktop VS Code with Arbscope, if `code` is on the path',
  suiteLimit,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-desktop-'));
    try {
      const asked = join(folder, 'arguments');
      const code = `#!/bin/sh
        [ "$1" = --version ] && exit
        printf "%s\\n" "$@" > "$ASKED"
        for one; do case $one in --extensions-dir=*) ls "\${one#*=}" >> "$ASKED"; esac; done
        printf "%s\\n" "$@" | tail -1 >> "$ASKED"
      `;
      await writeFile(join(folder, 'code'), code, { mode: 0o755 });
      const { stdout } = await promisify(execFile)('npm', ['start'], {
        cwd: root,
        env: {
          ...process.env,
          ASKED: asked,
          PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
        },
      });
      assert.match(stdout, /Opening Arbscope in VS Code/);
      const args = (await readFile(asked, 'utf8')).trimEnd().split('\n');
      assert.ok(args.includes(`--extensionDevelopmentPath=${root}`));
      assert.ok(args.some((line) => line.startsWith('arbscope-development.opener')));
      assert.match(args.at(-1) ?? '', /sample-bot$/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
