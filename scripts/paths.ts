import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** Editors, browsers and scratch folders; may be deleted at any time and is recreated. */
export const cacheFolder = join(root, '.cache');

export const artifactsFolder = join(root, 'artifacts');

export const sampleBotFolder = join(root, 'test/fixtures/sample-bot');
