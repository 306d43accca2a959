import type {
  SimulatedCall,
  SimulatedTransaction,
  Simulation,
  SimulationError,
} from '../../api/arbscope/simulate.ts';
import { addErrorName, nameCall, nameError, nameEvent } from './nameCall.ts';
import type { ProgramIdls } from './programIdls.ts';
import type { KnownTokens } from './tokenAmounts.ts';

/** All that were called. */
export const programsOf = ({ transactions }: Simulation): string[] => [
  ...new Set(transactions.flatMap(({ calls }) => calls.map(({ program }) => program))),
];

/** Names what the IDLs know; everything else is unchanged. */
export function nameSimulation(simulation: Simulation, idls: ProgramIdls): Simulation {
  if (idls.isEmpty) return simulation;
  const transactions = simulation.transactions.map((one) => nameTransaction(one, idls));
  return { ...simulation, transactions };
}

function nameTransaction(
  transaction: SimulatedTransaction,
  idls: ProgramIdls,
): SimulatedTransaction {
  const { calls, error, logs, token_accounts = [] } = transaction;
  const tokens = {
    decimals: new Map(token_accounts.map(({ mint, digits }) => [mint, digits])),
    mints: new Map(token_accounts.map(({ account, mint }) => [account, mint])),
  };
  const callers: SimulatedCall[] = [];
  const named = calls.map((call, at) => {
    callers.length = Math.min(callers.length, call.depth - 1);
    const caller = callers.at(-1);
    callers.push(call);
    return nameOne(call, { idls, tokens, caller, events: eventsOf(calls, at, logs, idls) });
  });
  return { ...transaction, calls: named, error: error && nameFailure(error, calls, idls) };
}

interface CallContext {
  readonly idls: ProgramIdls;
  readonly tokens: KnownTokens;
  readonly caller: SimulatedCall | undefined;
  readonly events: NonNullable<SimulatedCall['events']>;
}

function nameOne(call: SimulatedCall, context: CallContext): SimulatedCall {
  const { idls, tokens, caller, events } = context;
  const { data, accounts, program } = call;
  const withEvents = events.length === 0 ? call : { ...call, events };
  if (typeof data !== 'string' || !accounts) return withEvents;
  const idl = nameCall(idls, {
    program,
    data: Buffer.from(data, 'hex'),
    accounts: accounts.map(({ address, is_writable: isWritable, is_signer: isSigner }) => ({
      address,
      isWritable,
      isSigner,
    })),
    isTopLevel: call.depth === 1,
    isSelfCall: caller?.program === program && caller.depth === call.depth - 1,
    tokens,
  });
  if (idl === null) return withEvents;
  return { ...withEvents, idl, name: idl.name ?? call.name };
}

/** A program’s own lines are between those of the programs that it calls. */
function eventsOf(
  calls: readonly SimulatedCall[],
  at: number,
  logs: readonly string[],
  idls: ProgramIdls,
): NonNullable<SimulatedCall['events']> {
  const call = calls[at];
  if (call === undefined || idls.of(call.program).length === 0) return [];
  const inner = calls.filter(
    (other) =>
      other.depth > call.depth && other.log_from >= call.log_from && other.log_to <= call.log_to,
  );
  const events: NonNullable<SimulatedCall['events']> = [];
  for (let line = call.log_from; line < call.log_to; line++) {
    if (inner.some(({ log_from, log_to }) => line >= log_from && line < log_to)) continue;
    const names = nameEvent(idls, call.program, logs[line] ?? '');
    if (names !== null) events.push({ line, names });
  }
  return events;
}

/**
 * Only if the log shows which program failed: others pass on the codes of those that they call. The
 * names of IDLs come before one that Arbscope knows.
 */
function nameFailure(
  error: SimulationError,
  calls: readonly SimulatedCall[],
  idls: ProgramIdls,
): SimulationError {
  const { program, code, name, message } = error;
  const innermost = calls.findLast(({ state }) => state === 'failed');
  if (code === null || innermost?.program !== program) return error;
  const known = nameError(idls, innermost.program, code);
  if (known === null) return error;
  return {
    ...error,
    name: addErrorName(known.name, name),
    message: known.message || message,
  };
}
