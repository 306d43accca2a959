import type { Protection } from './protection.ts';

/** Run by `npm run test:mutations`. At most 60: keys, landings, paths, and what leaves the machine. */
export const protections: readonly Protection[] = [
  {
    protects: 'A secret key is never sent or shown',
    name: 'isSecretKey',
    body: 'return false;',
    tests: [],
  },
];
