import { maxSimulatedTransactions } from '../../api/arbscope/simulate.ts';
import { nameSimulation } from '../../engine/idl/nameSimulation.ts';
import { arbscopeTargetOptions, chooseTarget } from './arbscopeTarget.ts';
import { type Command, CommandError, writeJson, writeLine } from './commandLine.ts';
import { formatUsage, parseArguments, parseOperand } from './commandOptions.ts';
import { idlOption, readIdlArguments } from './idlArguments.ts';
import { readTransactions } from './readTransactions.ts';
import { simulationLines } from './simulationLines.ts';

const syntax = {
  command: 'simulate',
  operands: 'FILE|TRANSACTION|-',
  options: { json: {}, idl: idlOption, ...arbscopeTargetOptions },
} as const;

export const simulateCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Print what transactions, signed or not, would do and earn. Nothing is sent.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const path = parseOperand(positionals, syntax);
    const open = chooseTarget(values, terminal);
    const idls = await readIdlArguments(values.idl, terminal);
    const { transactions } = await readTransactions(path, terminal.signal);
    if (transactions.length > maxSimulatedTransactions) {
      throw new CommandError(
        `The input has ${transactions.length} transactions; the limit is ${maxSimulatedTransactions}`,
      );
    }
    const target = await open();
    try {
      const texts = transactions.map((bytes) => Buffer.from(bytes).toString('base64'));
      const returned = await target.service.simulate(
        { transactions: texts },
        { signal: terminal.signal },
      );
      const simulation = nameSimulation(returned, idls);
      if (values.json === true) await writeJson(terminal.stdout, simulation);
      else await writeLine(terminal.stdout, ...simulationLines(simulation));
      return simulation.transactions.every((each) => each.is_success) ? 0 : 1;
    } finally {
      await target.close();
    }
  },
};
