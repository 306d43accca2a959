import type { Mutation } from './mutation.ts';

const nativePackage = 'scripts/package/nativePackage.ts';
const nativeTests = ['test/integration/scripts/nativePackage.test.ts'];
const workflowTests = ['test/unit/scripts/workflows.test.ts'];

export const supplyMutations: readonly Mutation[] = [
  {
    protection: 'Packaging rejects a native part without a digest in the lock file',
    file: nativePackage,
    find: "if (!integrity.startsWith('sha512-')) {",
    replace: "if (integrity === 'never') {",
    tests: nativeTests,
  },
  {
    protection: 'Packaging rejects a native part whose digest is of a broken algorithm',
    file: nativePackage,
    find: "integrity.startsWith('sha512-')",
    replace: "integrity.startsWith('sha')",
    tests: nativeTests,
  },
  {
    protection: 'Packaging rejects a native part whose bytes are not the locked ones',
    file: nativePackage,
    find: 'if (found !== expected) throw',
    replace: 'if (found === undefined) throw',
    tests: nativeTests,
  },
  {
    protection: 'Packaging checks the archive that it packs',
    file: nativePackage,
    find: '  await checkIntegrity(archive, integrity);\n',
    replace: '',
    tests: nativeTests,
  },
  {
    protection: 'A container installs no native part but those of the lock file',
    file: 'deploy/Dockerfile',
    find: 'npm ci --omit=dev --ignore-scripts',
    replace: 'npm install --omit=dev --ignore-scripts',
    tests: ['test/integration/scripts/deploy.test.ts'],
  },
  {
    protection: 'A container does not run as root',
    file: 'deploy/Dockerfile',
    find: '\nUSER node',
    replace: '',
    tests: ['test/integration/scripts/deploy.test.ts'],
  },
  {
    protection: 'The npm package names the native parts by their digests',
    file: 'scripts/package/cliPackage.ts',
    find: "packages: { '': own, ...Object.fromEntries(parts) },",
    replace: "packages: { '': own },",
    tests: ['test/contract/cliPackage.test.ts'],
    needsBuild: true,
  },
  {
    protection: 'The publish job takes ovsx from the lock file',
    file: '.github/workflows/publish.yml',
    find: 'npx --no-install ovsx publish',
    replace: 'npx --yes ovsx@1.3.0 publish',
    tests: workflowTests,
  },
  {
    protection: 'The job that makes packages runs no install script',
    file: '.github/workflows/package.yml',
    find: 'npm ci --ignore-scripts --no-audit --no-fund\n      - run: npm run package -- --cli',
    replace: 'npm ci --no-audit --no-fund\n      - run: npm run package -- --cli',
    tests: workflowTests,
  },
  {
    protection: 'The job that makes packages fetches no Node past the lock file',
    file: '.github/workflows/package.yml',
    find: 'past the lock file.\n          node-version: 24.21.0',
    replace: 'past the lock file.\n          node-version: 22',
    tests: workflowTests,
  },
  {
    protection: 'The lock file holds the digest of the shipped DuckDB of macOS',
    file: 'package-lock.json',
    find: '"integrity": "sha512-WJdeLTFy4pRg60rkbp9smtlP1iIQ8ErtIJkxS+2LQtM1ZZMSByyW+3WPpNoKe7IwPtVl2fLlPw7tDmQW4Z974g==",',
    replace: '',
    tests: ['test/static/lockFile.test.ts'],
  },
];
