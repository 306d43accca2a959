import type { AccountBalances } from './accountBalances.ts';
import type { IsTraderAccount } from './findSwaps.ts';
import type { Message } from './message.ts';
import type { Movement } from './movement.ts';
import type { ProgramCall, TransactionFlow } from './transactionFlow.ts';

/**
 * Whose gain is looked at. First each signer alone, then all of them together: two signers that
 * trade with one another in one transaction run no cycle, one signer may. Programs that trade in
 * a signer's name with accounts of their own (shared accounts of a router, a bot's vault) belong
 * to every choice.
 */
export function traderCandidates(
  message: Message,
  flow: TransactionFlow,
  balances: AccountBalances,
): ReadonlySet<string>[] {
  const signers: string[] = [];
  for (let index = 0; index < message.requiredSignatures; index++) {
    signers.push(message.keys.at(index));
  }
  const delegators = delegatedOwners(flow.movements, message, balances);
  const everybody = new Set([...signers, ...delegators]);
  const agents = agentOwners(flow.root.calls, everybody, balances);
  if (signers.length === 1) return [new Set([...everybody, ...agents])];
  return [
    ...signers.map((signer) => new Set([signer, ...agents])),
    new Set([...everybody, ...agents]),
  ];
}

/** A test of accounts by their owner. */
export function createTraderCheck(
  owners: ReadonlySet<string>,
  balances: AccountBalances,
): IsTraderAccount {
  const known: (boolean | undefined)[] = [];
  return (account) => {
    if (account < 0) return false;
    const answer = known[account] ?? owners.has(balances.ownerOf(account));
    known[account] = answer;
    return answer;
  };
}

/** Owners whose accounts a signer may spend from. */
function delegatedOwners(
  movements: readonly Movement[],
  message: Message,
  balances: AccountBalances,
): string[] {
  return movements
    .filter(({ authority, from }) => {
      if (authority < 0 || authority >= message.requiredSignatures) return false;
      return balances.ownerOf(from) !== message.keys.at(authority);
    })
    .map(({ from }) => balances.ownerOf(from));
}

/**
 * Owners that trade for a signer: those that pay into and receive out of a pool's vaults in a call
 * in which no signer takes part, and those that stand in for one half of a signer's swap (a bot's
 * own vault that gets the proceeds, or pays for them).
 */
function agentOwners(
  calls: readonly ProgramCall[],
  signers: ReadonlySet<string>,
  balances: AccountBalances,
): ReadonlySet<string> {
  const agents = new Set<string>();
  for (const call of calls) {
    for (const agent of agentOwners(call.calls, signers, balances)) agents.add(agent);
    const { layout } = call;
    if (!layout || layout.vaults.length === 0) continue;
    const { accounts } = call.instruction;
    const vaults = new Set(layout.vaults.map((position) => accounts[position] ?? -1));
    const payers = new Set<string>();
    const receivers = new Set<string>();
    for (const { from, to } of allMovements(call)) {
      if (vaults.has(from) === vaults.has(to) || from < 0 || to < 0) continue;
      if (vaults.has(to)) payers.add(balances.ownerOf(from));
      else receivers.add(balances.ownerOf(to));
    }
    const signersPay = [...payers].some((owner) => signers.has(owner));
    const signersReceive = [...receivers].some((owner) => signers.has(owner));
    if (signersPay && signersReceive) continue;
    for (const payer of payers) {
      if (signersReceive || (!signersPay && receivers.has(payer))) agents.add(payer);
    }
    if (signersPay) for (const receiver of receivers) agents.add(receiver);
  }
  return agents;
}

function allMovements(call: ProgramCall): readonly Movement[] {
  return call.calls.length === 0
    ? call.movements
    : [...call.movements, ...call.calls.flatMap(allMovements)];
}
