import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../api/errorMessage.ts';
import { ChannelServer } from '../channel/channelServer.ts';
import { closeTimeoutMilliseconds, defaultGracePeriods } from '../channel/processLifetime.ts';
import { ConnectionOpener } from '../connections/connectionOpener.ts';
import { readSecret } from '../files/privateFiles.ts';
import { channelStatusLines } from '../protocol/channelProtocol.ts';
import { type Command, CommandError, crashLines, UsageError, writeLine } from './commandLine.ts';
import { formatUsage, parseArguments } from './commandOptions.ts';

const syntax = {
  command: 'channel',
  options: {
    socket: { value: 'PATH', isRequired: true },
    'secret-file': { value: 'PATH', isRequired: true },
    'watch-parent': {},
  },
} as const;

/** Serves windows until the last one has disconnected. Its data is in the folder of the secret. */
export const channelCommand = (version: string): Command => ({
  usage: formatUsage(syntax),
  summary: 'Serve editor windows over a local socket. Windows start this automatically.',
  run: async (args, { stderr, signal }) => {
    const { values, positionals } = parseArguments(args, syntax);
    const { socket = '', 'secret-file': secretFile = '' } = values;
    if (positionals.length > 0) throw new UsageError('channel takes only options');

    process.on('uncaughtException', exitOnCrash);
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => end(), { once: true });
    const secret = await wrapAsCommandError(readSecret(secretFile));
    const storageFolder = dirname(resolve(secretFile));
    const opener = new ConnectionOpener({ storageFolder, secret });
    const server = new ChannelServer({
      secret,
      version,
      openConnection: opener.open,
      checkConnection: opener.check,
      landingsPath: join(storageFolder, 'landings.jsonl'),
      gracePeriods: defaultGracePeriods,
      onEnd: end,
    });
    process.on('unhandledRejection', (reason) => server.log('error', errorMessage(reason)));
    if ((await wrapAsCommandError(server.listen(socket))) === 'already-served') {
      await writeLine(stderr, channelStatusLines.alreadyServed);
      await server.close();
      return 0;
    }
    if (values['watch-parent'] === true) watchParent(() => server.parentExited());
    await writeLine(stderr, channelStatusLines.ready);
    await done;
    const isClosed = await Promise.race([
      server.close().then(() => true),
      delay(closeTimeoutMilliseconds, false, { ref: false }),
    ]);
    // All data is already written; a hanging request must not keep the process running.
    if (!isClosed) process.exit(0);
    process.stdin.destroy();
    return 0;
  },
});

/** Standard input is a pipe from the starter; it closes when the starter exits, even by a crash. */
function watchParent(onGone: () => void): void {
  process.stdin.on('error', onGone);
  process.stdin.on('end', onGone);
  process.stdin.resume();
}

/** Prints only the stack: the error's other members may contain a request. */
function exitOnCrash(error: unknown): void {
  process.stderr.write(crashLines(error), () => process.exit(1));
}

async function wrapAsCommandError<Value>(outcome: Promise<Value>): Promise<Value> {
  try {
    return await outcome;
  } catch (error) {
    throw new CommandError(errorMessage(error));
  }
}
