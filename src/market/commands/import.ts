import { type Command, readArguments, UsageError, writeLine } from '../commandLine.ts';
import { memoryStore, openEngine } from '../openEngine.ts';

/** Takes chain files into a store that `serve` can answer from. */
export const importCommand: Command = {
  usage: 'import FILE... --store FILE',
  summary: 'Take blocks and transactions into a store file.',
  run: async (args, { stdout, ended }) => {
    const { values, positionals } = readArguments(args, { store: { type: 'string' } });
    if (positionals.length === 0) throw new UsageError('import needs at least one FILE');
    if (values.store === undefined || values.store === memoryStore) {
      throw new UsageError('import needs --store FILE');
    }
    const engine = await openEngine({ kind: 'recorded', paths: positionals }, values.store, {
      signal: ended,
    });
    const { arbitrages } = engine.status();
    await engine.close();
    await writeLine(stdout, `${values.store} holds ${arbitrages} arbitrage transactions`);
    return 0;
  },
};
