import process from 'node:process';
import { prepareDay } from '../engine/prepared/prepareDay.ts';
import { defaultSandboxSeed } from './openEngine.ts';

// Run by the build: writes the day of the default Sandbox into a folder. Not part of what ships.
const [folder, madeBy] = process.argv.slice(2);
if (folder === undefined || madeBy === undefined) {
  throw new Error('usage: prepareSandboxDay FOLDER MADE-BY');
}
await prepareDay({ seed: defaultSandboxSeed, folder, madeBy });
