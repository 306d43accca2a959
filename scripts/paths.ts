import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** Editors, browsers and scratch folders; may be deleted at any time, is made again. */
export const cacheFolder = join(root, '.cache');

/** What a test run leaves to be looked at. */
export const artifactsFolder = join(root, 'artifacts');

export const sampleBotFolder = join(root, 'test/fixtures/sample-bot');
