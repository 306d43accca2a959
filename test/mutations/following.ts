import type { Mutation } from './mutation.ts';

const faults = ['test/contract/followFaults.test.ts'];
const follow = ['test/integration/engine/sources/rpcFollow.test.ts'];
const engine = ['test/integration/engine/sources/rpcEngine.test.ts'];
const planner = ['test/unit/engine/sources/slotPlanner.test.ts'];
const subscription = ['test/integration/engine/sources/slotSubscription.test.ts'];
const webSocket = ['test/unit/http/webSocket.test.ts'];
const statusBar = ['test/unit/extension/connections/statusBarContent.test.ts'];

/** Following any node: no block is lost or repeated, no node flooded, no stop without a word. */
export const followingMutations: readonly Mutation[] = [
  {
    protection: 'The newest slot is asked for again after an empty getBlocks',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'if (!this.#isBehind || this.#age() >= longestPauseMilliseconds) {',
    replace: 'if (this.#tip === 0 || this.#from > this.#tip) {',
    tests: planner,
  },
  {
    protection: 'Pauses grow while getBlocks finds nothing',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'pace * 2 ** Math.max(0, this.#idleLooks - 1)',
    replace: 'pace',
    tests: planner,
  },
  {
    protection: 'No pause is longer than a second',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'Math.min(longestPauseMilliseconds, pace * 2',
    replace: 'Math.min(60_000, pace * 2',
    tests: planner,
  },
  {
    protection: 'A newest slot far ahead of what is listed is no reason to ask on',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'this.#isBehind = to < this.#tip && found.length * 2 > to - first;',
    replace: 'this.#isBehind = to < this.#tip;',
    tests: planner,
  },
  {
    protection: 'A subscription that floods makes no request each',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'if (rest > 0) await clock.delay(rest, signal);',
    replace: '',
    tests: planner,
  },
  {
    protection: 'A subscription starts a look at once',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'this.#wake();',
    replace: '',
    tests: planner,
  },
  {
    protection: 'Polling goes at the pace of the slots',
    file: 'src/engine/sources/rpc/slotPace.ts',
    find: 'if (slots < evidence.slots || milliseconds < evidence.milliseconds) return;',
    replace: 'return;',
    tests: planner,
  },
  {
    protection: 'A range that the node has deleted does not hold the following up',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'this.#planned.push(this.#from);',
    replace: '',
    tests: follow,
  },
  {
    protection: 'A block that a node calls skipped is asked for again',
    file: 'src/engine/sources/rpc/blockFollower.ts',
    find: '} else if (planner.wasListed(slot)) {',
    replace: '} else if (slot < 0) {',
    tests: faults,
  },
  {
    protection: 'A block that a node calls cleaned up too early is asked for again',
    file: 'src/engine/sources/rpc/blockFollower.ts',
    find: "if (first <= slot) return this.#delay(slot, t('the node does not have slot {0}', slot));",
    replace: '',
    tests: faults,
  },
  {
    protection: 'A block that comes late is given out once',
    file: 'src/engine/sources/rpc/blockFollower.ts',
    find: 'if (!this.#settle(slot)) return;',
    replace: '',
    tests: faults,
  },
  {
    protection: 'A block that never comes is not waited for without end',
    file: 'src/engine/sources/rpc/delayedSlots.ts',
    find: 'for (const each of expired) this.#slots.delete(each.slot);',
    replace: 'expired.length = 0;',
    tests: follow,
  },
  {
    protection: 'A block that is still to come counts as missing for a later process',
    file: 'src/engine/sources/rpc/rpcSource.ts',
    find: 'if (signal.aborted) this.#omitDelayed();',
    replace: '',
    tests: engine,
  },
  {
    protection: 'An error of getSlot or getBlocks is waited out',
    file: 'src/engine/sources/rpc/rpcMethods.ts',
    find: '} else if (!isPassing(error)) throw error;',
    replace: '} else if (!isTransient(error)) throw error;',
    tests: faults,
  },
  {
    protection: 'A rate limit that is told in the body is kept to',
    file: 'src/engine/sources/rpc/rpcClient.ts',
    find: 'if (code === 429 || code === rpcErrorCodes.rateLimited) {',
    replace: 'if (code === 429) {',
    tests: ['test/integration/engine/sources/rpcComponents.test.ts'],
  },
  {
    protection: 'Ten seconds without a block are said',
    file: 'src/engine/sources/rpc/rpcSource.ts',
    find: 'const watch = setInterval(() => this.#watchBlocks(), silence.checkMilliseconds);',
    replace: 'const watch = setInterval(() => undefined, silence.checkMilliseconds);',
    tests: follow,
  },
  {
    protection: 'A clock that is set back does not postpone the next look at the node',
    file: 'src/engine/sources/rpc/slotPlanner.ts',
    find: 'return age < 0 ? Number.POSITIVE_INFINITY : age;',
    replace: 'return age;',
    tests: ['test/unit/engine/sources/slotPlanner.test.ts'],
  },
  {
    protection: 'A clock that is set back does not postpone a delayed slot',
    file: 'src/engine/sources/rpc/delayedSlots.ts',
    find: 'age >= 0 && age < this.#pause',
    replace: 'age < this.#pause',
    tests: ['test/unit/engine/sources/delayedSlots.test.ts'],
  },
  {
    protection: 'A node is not called stalled while the engine indexes its block',
    file: 'src/engine/sources/rpc/rpcSource.ts',
    find: 'this.#waitingSince = null;',
    replace: '',
    tests: follow,
  },
  {
    protection: 'A node without new blocks warns in the status bar',
    file: 'src/extension/connections/statusBarContent.ts',
    find: "status?.engine?.isStalled ? [t('no new blocks')] : ",
    replace: '',
    tests: statusBar,
  },
  {
    protection: 'The WebSocket on the next port gets no key',
    file: 'src/engine/sources/rpc/rpcClient.ts',
    find: 'const next = new URL(url.origin);',
    replace: 'const next = new URL(url.href);',
    tests: subscription,
  },
  {
    protection: 'A subscription that is silent is begun anew',
    file: 'src/engine/sources/rpc/slotSubscription.ts',
    find: 'const silence = setTimeout(end, silenceMilliseconds);',
    replace: 'const silence = setTimeout(() => undefined, silenceMilliseconds);',
    tests: subscription,
  },
  {
    protection: 'A frame that announces gigabytes ends its WebSocket',
    file: 'src/http/webSocket.ts',
    find: 'maxPayload: 64 * 1024,',
    replace: 'maxPayload: 0,',
    tests: webSocket,
  },
  {
    protection: 'A message in endless fragments ends its WebSocket',
    file: 'src/http/webSocket.ts',
    find: 'maxFragments: 64,',
    replace: 'maxFragments: 0,',
    tests: webSocket,
  },
  {
    protection: 'Pings are answered',
    file: 'src/http/webSocket.ts',
    find: 'sender.pong(data, true);',
    replace: '{}',
    tests: webSocket,
  },
  {
    protection: 'Pings of a server that reads nothing fill no memory',
    file: 'src/http/webSocket.ts',
    find: 'if (!socket.writableNeedDrain) ',
    replace: '',
    tests: webSocket,
  },
  {
    protection: 'A WebSocket goes by the proxy and the certificates of requests',
    file: 'src/http/httpRequester.ts',
    find: 'dispatcher: this.#dispatcherFor(url),',
    replace: 'dispatcher: this.#directAgent,',
    tests: ['test/integration/engine/sources/slotSubscriptionNetwork.test.ts'],
  },
  {
    protection: 'A WebSocket that is left is closed, whether the server agrees or not',
    file: 'src/engine/sources/rpc/slotSubscription.ts',
    find: "signal.addEventListener('abort', end, { once: true });",
    replace: '',
    tests: subscription,
  },
];
