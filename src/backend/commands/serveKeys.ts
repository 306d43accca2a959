import { randomBytes } from 'node:crypto';
import { errorMessage } from '../../api/errorMessage.ts';
import { serviceTiers } from '../../api/limits.ts';
import { parseTier } from '../../api/tiers.ts';
import { ApiKeys } from '../server/apiKeys.ts';
import { readKeyFile, validKeys, watchKeyFile } from '../server/keyFile.ts';
import { type CommandContext, CommandError, takeVariable, writeLine } from './commandLine.ts';
import type { ServeLog } from './serveLog.ts';

export const tierOption = {
  value: 'N|NAME',
  check: {
    expected: serviceTiers.map((name, index) => `${index + 1} or ${name}`).join(', '),
    accepts: (text: string) => parseTier(text) !== null,
  },
} as const;

const keyVariable = 'ARBSCOPE_API_KEY';
/** A shorter key can be guessed. */
const minKeyCharacters = 16;

export const generateApiKey = (): string => randomBytes(24).toString('base64url');

export interface ServedKeys {
  readonly keys: ApiKeys;
  readonly close: () => void;
}

/**
 * Keys of the file, reloaded on every change; otherwise of the environment, or generated for this
 * run and shown once. Never from the command line, which every user of the machine can read.
 */
export async function openServedKeys(
  path: string | undefined,
  { environment, stdout }: CommandContext,
  log: ServeLog,
): Promise<ServedKeys> {
  const given = takeVariable(environment, keyVariable);
  if (path !== undefined) return await openKeyFile(path, log);
  if (given !== '') {
    if (!/^[\x21-\x7e]+$/.test(given)) {
      throw new CommandError(`${keyVariable} must be printable ASCII without spaces`);
    }
    requireLongKey(given);
    return { keys: ApiKeys.ofOne(given), close: () => undefined };
  }
  const made = generateApiKey();
  await writeLine(stdout, `API key of this run (set ${keyVariable} to choose your own): ${made}`);
  return { keys: ApiKeys.ofOne(made), close: () => undefined };
}

function requireLongKey(key: string): void {
  if (key.length >= minKeyCharacters) return;
  throw new CommandError(`${keyVariable} must have at least ${minKeyCharacters} characters`);
}

async function openKeyFile(path: string, log: ServeLog): Promise<ServedKeys> {
  let keys: ApiKeys;
  try {
    keys = new ApiKeys(validKeys(await readKeyFile(path)));
  } catch (error) {
    throw new CommandError(errorMessage(error));
  }
  let lastFailure = '';
  const close = watchKeyFile(path, keys, {
    onChange: ({ added, revoked }) => {
      lastFailure = '';
      for (const name of added) log.info('key-added', { key: name });
      for (const name of revoked) log.info('key-revoked', { key: name });
      log.info('keys-loaded', { keys: keys.size });
    },
    onFailure: (error) => {
      const message = errorMessage(error);
      if (message === lastFailure) return;
      lastFailure = message;
      log.error('keys', `${message}. The keys stay as they were.`);
    },
  });
  return { keys, close };
}
