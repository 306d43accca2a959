import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { errorMessage } from '../../api/errorMessage.ts';
import { serviceTiers } from '../../api/limits.ts';
import { parseTier } from '../../api/tiers.ts';
import { digestApiKey } from '../../http/loopbackProof.ts';
import { keyNamePattern, readKeyFile, type StoredApiKey } from '../server/keyFile.ts';
import {
  type Command,
  CommandError,
  parseArguments,
  UsageError,
  writeLine,
} from './commandLine.ts';
import { generateApiKey } from './serveKeys.ts';

export const keysCommand: Command = {
  usage: 'keys add NAME|revoke NAME|list --keys FILE [--tier N|NAME]',
  summary: 'Make, revoke and list the API keys of a file for serve. A key is printed once.',
  run: async (args, { stdout }) => {
    const { values, positionals } = parseArguments(args, {
      keys: { type: 'string' },
      tier: { type: 'string' },
    });
    const [action = '', name = '', ...more] = positionals;
    const { keys: path } = values;
    if (path === undefined) throw new UsageError('--keys must name the file of keys');
    if (values.tier !== undefined && action !== 'add') throw new UsageError('--tier is for add');
    if (action === 'list' && name === '') {
      await writeLine(stdout, ...(await readKeys(path)).map(formatKey));
      return 0;
    }
    if ((action !== 'add' && action !== 'revoke') || more.length > 0) {
      throw new UsageError('keys takes add NAME, revoke NAME or list');
    }
    if (!keyNamePattern.test(name)) {
      throw new UsageError('NAME must be 1 to 64 letters, digits or ._@-');
    }
    if (action === 'revoke') {
      await revokeKey(path, name);
      return 0;
    }
    const key = await addKey(path, name, values.tier);
    await writeLine(stdout, key);
    return 0;
  },
};

async function addKey(path: string, name: string, tierText: string | undefined): Promise<string> {
  const tier = tierText === undefined ? undefined : parseTier(tierText);
  if (tier === null) throw new UsageError(`--tier must be ${serviceTiers.join(', ')}`);
  const stored = await readKeys(path, []);
  if (stored.some((key) => key.name === name && !key.revoked)) {
    throw new CommandError(`${path} has a key ${name} already. Revoke it first, or choose a name`);
  }
  const key = generateApiKey();
  await writeKeys(path, [...stored, { name, sha256: digestApiKey(key), tier, revoked: false }]);
  return key;
}

async function revokeKey(path: string, name: string): Promise<void> {
  const stored = await readKeys(path);
  if (!stored.some((key) => key.name === name && !key.revoked)) {
    throw new CommandError(`${path} has no valid key ${name}`);
  }
  const revoke = (key: StoredApiKey) => (key.name === name ? { ...key, revoked: true } : key);
  await writeKeys(path, stored.map(revoke));
}

async function readKeys(
  path: string,
  otherwise?: readonly StoredApiKey[],
): Promise<readonly StoredApiKey[]> {
  try {
    return await readKeyFile(path);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && otherwise !== undefined) return otherwise;
    throw new CommandError(errorMessage(error));
  }
}

/** Atomic: a server that reads the file at the same time sees the old or the new content. */
async function writeKeys(path: string, keys: readonly StoredApiKey[]): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const text = `${JSON.stringify({ keys }, null, 2)}\n`;
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw new CommandError(errorMessage(error));
  }
}

const formatKey = ({ name, tier, revoked }: StoredApiKey): string =>
  [name, tier ?? '-', revoked ? 'revoked' : 'valid'].join(' ');
