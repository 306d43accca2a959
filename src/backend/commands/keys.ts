import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { errorMessage } from '../../api/errorMessage.ts';
import { parseTier } from '../../api/tiers.ts';
import { acquireFileLock } from '../../engine/base/fileLock.ts';
import { digestApiKey } from '../../http/loopbackProof.ts';
import { defaultScopes, type KeyScope, keyScopes } from '../server/apiKeys.ts';
import { keyNamePattern, readKeyFile, type StoredApiKey } from '../server/keyFile.ts';
import { type Command, CommandError, UsageError, writeLine } from './commandLine.ts';
import { formatUsage, oneOf, parseArguments } from './commandOptions.ts';
import { generateApiKey, tierOption } from './serveKeys.ts';

const syntax = {
  command: 'keys',
  operands: 'add NAME|revoke NAME|list',
  options: {
    keys: { value: 'FILE', isRequired: true },
    tier: tierOption,
    scope: { ...oneOf(keyScopes), isRepeatable: true },
  },
} as const;

export const keysCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Make, revoke and list the API keys of a file for serve. A key is printed once.',
  run: async (args, { stdout }) => {
    const { values, positionals } = parseArguments(args, syntax);
    const [action = '', name = '', ...more] = positionals;
    const { keys: path = '' } = values;
    for (const option of ['tier', 'scope'] as const) {
      if (values[option] !== undefined && action !== 'add') {
        throw new UsageError(`--${option} is for add`);
      }
    }
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
    const tier = parseTier(values.tier ?? '') ?? undefined;
    const limits = { tier, scopes: readScopes(values.scope) };
    const key = await addKey(path, name, limits);
    await writeLine(stdout, key);
    return 0;
  },
};

const readScopes = (given: readonly string[] = defaultScopes): readonly KeyScope[] =>
  keyScopes.filter((scope) => given.includes(scope));

/** Returns the key only if the file has it, as it is shown once. */
async function addKey(
  path: string,
  name: string,
  limits: Pick<StoredApiKey, 'tier' | 'scopes'>,
): Promise<string> {
  const key = generateApiKey();
  const sha256 = digestApiKey(key);
  await changeKeys(path, async () => {
    const stored = await readKeys(path, []);
    if (stored.some((one) => one.name === name && !one.revoked)) {
      throw new CommandError(
        `${path} has a key ${name} already. Revoke it first, or choose a name`,
      );
    }
    return [...stored, { name, sha256, ...limits, revoked: false }];
  });
  return key;
}

async function revokeKey(path: string, name: string): Promise<void> {
  await changeKeys(path, async () => {
    const stored = await readKeys(path);
    if (!stored.some((key) => key.name === name && !key.revoked)) {
      throw new CommandError(`${path} has no valid key ${name}`);
    }
    return stored.map((key) => (key.name === name ? { ...key, revoked: true } : key));
  });
}

function lockFile(path: string): () => void {
  try {
    return acquireFileLock(path);
  } catch (error) {
    throw new CommandError(errorMessage(error));
  }
}

/** Two commands at once would each write the keys that it had read, without the other's change. */
async function changeKeys(
  path: string,
  change: () => Promise<readonly StoredApiKey[]>,
): Promise<void> {
  const release = lockFile(path);
  try {
    const keys = await change();
    await writeKeys(path, keys);
    // Another program may have written the file without the lock.
    if (JSON.stringify(await readKeys(path)) === JSON.stringify(keys)) return;
  } finally {
    release();
  }
  throw new CommandError(`${path} was changed by another program at the same time. Try again`);
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

const formatKey = ({ name, tier, scopes, revoked }: StoredApiKey): string =>
  [name, tier ?? '-', scopes.join(','), revoked ? 'revoked' : 'valid'].join(' ');
