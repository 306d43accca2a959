import { dirname, join, resolve } from 'node:path';
import { ChannelServer } from '../channel/channelServer.ts';
import { defaultGrace } from '../channel/lifetime.ts';
import { readSecret } from '../channel/privateFiles.ts';
import {
  type Command,
  CommandError,
  readArguments,
  UsageError,
  wordsOf,
  writeLine,
} from '../commandLine.ts';
import { ConnectionOpener } from '../connections/connectionOpener.ts';
import { channelLines } from '../protocol.ts';

/** Nothing that this process makes is for others to read. */
const privateUmask = 0o077;

/**
 * Serves windows until the last has gone; windows start it themselves. The folder of the secret is
 * the process's own: what it keeps lies there.
 */
export const channelCommand = (version: string): Command => ({
  usage: 'channel --socket PATH --secret-file PATH',
  summary: 'Serve the windows of the editor over a local socket; windows start this themselves.',
  run: async (args, { stderr, ended }) => {
    const { values, positionals } = readArguments(args, {
      socket: { type: 'string' },
      'secret-file': { type: 'string' },
    });
    const { socket, 'secret-file': secretFile } = values;
    if (socket === undefined) throw new UsageError('channel needs --socket');
    if (secretFile === undefined) throw new UsageError('channel needs --secret-file');
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}"`);

    process.umask(privateUmask);
    // Node 20 has no Promise.withResolvers.
    let end = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    ended.addEventListener('abort', end, { once: true });
    const secret = await orCommandError(readSecret(secretFile));
    const storageFolder = dirname(resolve(secretFile));
    const opener = new ConnectionOpener({ storageFolder, secret });
    const server = new ChannelServer({
      secret,
      version,
      openConnection: opener.open,
      testConnection: opener.test,
      landingsPath: join(storageFolder, 'landings.jsonl'),
      grace: defaultGrace,
      onEnd: end,
    });
    process.on('unhandledRejection', (reason) => server.log('error', wordsOf(reason)));
    if ((await orCommandError(server.listen(socket))) === 'already-served') {
      await writeLine(stderr, channelLines.alreadyServed);
      await server.close();
      return 0;
    }
    await writeLine(stderr, channelLines.ready);
    await done;
    await server.close();
    return 0;
  },
});

async function orCommandError<Value>(outcome: Promise<Value>): Promise<Value> {
  try {
    return await outcome;
  } catch (error) {
    throw new CommandError(wordsOf(error));
  }
}
