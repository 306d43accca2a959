import { systemProgram } from '../../../solana/knownPrograms.ts';
import type { ChainAccount } from '../../../solana/landing/chainAccounts.ts';
import { LandingError } from '../../rpc/landingError.ts';
import { rpcErrorCodes } from '../../rpc/rpcError.ts';
import type { SandboxChain } from '../sandboxChain.ts';
import { accountFormat, encodeAccount } from './encodeAccount.ts';
import { apiVersion, slotAt } from './rpcMethod.ts';
import { RpcParameters } from './rpcParameters.ts';

export interface Subscriber {
  readonly notify: (result: unknown) => void;
  readonly end: () => void;
  readonly onUnexpected: (error: unknown) => void;
}

/** Sends nothing before `start`. */
export interface Subscription {
  /** Such as `slotNotification`. */
  readonly notification: string;
  start(subscriber: Subscriber): void;
  stop(): void;
}

/** Throws a LandingError for unsupported methods and invalid parameters. */
export function openSubscription(
  chain: SandboxChain,
  method: string,
  params: readonly unknown[],
): Subscription {
  const open = methods.get(method);
  if (open === undefined) {
    throw new LandingError(
      rpcErrorCodes.methodNotFound,
      `Method not found: over WebSocket there are ${[...methods.keys()].join(', ')}`,
    );
  }
  const startReading = open(chain, new RpcParameters(params));
  let stop = () => {};
  return {
    notification: method.replace(/Subscribe$/, 'Notification'),
    start: ({ notify, end, onUnexpected }) => {
      const readNews = startReading();
      const update = () => {
        // A subscriber's failure must not stop block production.
        try {
          const { results, isLast = false } = readNews();
          for (const result of results) notify(result);
          if (isLast) end();
        } catch (error) {
          onUnexpected(error);
        }
      };
      stop = () => void chain.events.off('change', update);
      chain.events.on('change', update);
      update();
    },
    stop: () => stop(),
  };
}

type ReadNews = () => { readonly results: readonly unknown[]; readonly isLast?: boolean };

/** Reads the parameters at once; the result starts to observe the chain. */
type OpenMethod = (chain: SandboxChain, params: RpcParameters) => () => ReadNews;

const methods: ReadonlyMap<string, OpenMethod> = new Map<string, OpenMethod>([
  ['signatureSubscribe', openSignature],
  ['accountSubscribe', openAccount],
  ['logsSubscribe', openLogs],
  [
    'slotSubscribe',
    (chain) => () => newSlots(chain, (slot, root) => ({ parent: slot - 1, root, slot })),
  ],
  ['rootSubscribe', (chain) => () => newSlots(chain, (_slot, root) => root)],
]);

function newSlots(
  chain: SandboxChain,
  toResult: (slot: number, root: number) => unknown,
): ReadNews {
  let notified = chain.newestSlot;
  return () => {
    const slot = chain.newestSlot;
    if (slot <= notified) return { results: [] };
    notified = slot;
    return { results: [toResult(slot, slotAt(chain, 'finalized'))] };
  };
}

/** Ends with the notification of the commitment, which may already be reached at the start. */
function openSignature(chain: SandboxChain, params: RpcParameters): () => ReadNews {
  const signature = params.bytes(0, 64, 'a signature');
  const options = params.options(1);
  const commitment = options.commitment();
  let wantsReceived = options.flag('enableReceivedNotification');
  return () => () => {
    const reached = slotAt(chain, commitment);
    const context = { slot: reached, apiVersion };
    const landed = chain.landed(signature);
    if (landed !== null && landed.slot <= reached) {
      return { results: [{ context, value: { err: landed.error } }], isLast: true };
    }
    if (!wantsReceived || (landed === null && !chain.isQueued(signature))) return { results: [] };
    wantsReceived = false;
    return { results: [{ context, value: 'receivedSignature' }] };
  };
}

/** Notifies of a change when its block reaches the commitment. */
function openAccount(chain: SandboxChain, params: RpcParameters): () => ReadNews {
  const address = params.address(0);
  const options = params.options(1);
  const commitment = options.commitment();
  const format = accountFormat(options);
  return () => {
    let known = chain.account(address);
    let waiting: { readonly slot: number; readonly account: ChainAccount }[] = [];
    return () => {
      const account = chain.account(address);
      if (!isSameAccount(known, account)) {
        waiting.push({ slot: chain.newestSlot, account: account ?? closedAccount });
      }
      known = account;
      const reached = waiting.filter(({ slot }) => slot <= slotAt(chain, commitment));
      waiting = waiting.slice(reached.length);
      return {
        results: reached.map(({ slot, account: then }) => ({
          context: { slot, apiVersion },
          value: encodeAccount(chain, address, format, then),
        })),
      };
    };
  };
}

const closedAccount: ChainAccount = { owner: systemProgram, lamports: 0n, data: new Uint8Array(0) };

const isSameAccount = (one: ChainAccount | null, other: ChainAccount | null): boolean =>
  one?.lamports === other?.lamports &&
  one?.owner === other?.owner &&
  Buffer.compare(one?.data ?? closedAccount.data, other?.data ?? closedAccount.data) === 0;

/** Only users' transactions: those of the simulated market have no logs. */
function openLogs(chain: SandboxChain, params: RpcParameters): () => ReadNews {
  const mentioned = readLogsFilter(params);
  const commitment = params.options(1).commitment();
  return () => {
    let notified = slotAt(chain, commitment);
    return () => {
      if (chain.nextLandedSecond(chain.timeOf(notified + 1)) === null) return { results: [] };
      const reached = slotAt(chain, commitment);
      const landed = chain.landedUntil(reached).filter(({ slot }) => slot > notified);
      notified = reached;
      return {
        results: landed
          .reverse()
          .filter(({ accounts }) => mentioned === null || accounts.includes(mentioned))
          .map(({ slot, signature, error, transaction }) => ({
            context: { slot, apiVersion },
            value: { signature, err: error, logs: transaction.meta?.logMessages ?? null },
          })),
      };
    };
  };
}

/** `null` for all transactions. */
function readLogsFilter(params: RpcParameters): string | null {
  const filter = params.value(0);
  if (filter === 'all' || filter === 'allWithVotes') return null;
  if (typeof filter !== 'object') {
    throw params.fault(0, '"all", "allWithVotes" or {"mentions":[address]}');
  }
  const [address] = params.options(0).addresses('mentions', 1);
  if (address === undefined) throw params.fault(0, '{"mentions":[address]} with one address');
  return address;
}
