import process from 'node:process';
import { createSnapshot } from '../engine/snapshot/createSnapshot.ts';
import { defaultSandboxSeed } from './openEngine.ts';

// Run by the build: writes the snapshot of the default Sandbox into a folder. Not part of what ships.
const [folder, madeBy] = process.argv.slice(2);
if (folder === undefined || madeBy === undefined) {
  throw new Error('usage: buildSandboxSnapshot FOLDER MADE-BY');
}
await createSnapshot({ seed: defaultSandboxSeed, folder, madeBy });
