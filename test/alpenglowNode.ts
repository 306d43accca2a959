import type { RpcBlock, RpcBlockTransaction } from '../src/engine/decode/rpcBlock.ts';
import { encodeBase58 } from '../src/solana/base58.ts';
import { voteProgram } from '../src/solana/knownPrograms.ts';
import { FakeRpcNode } from './fakeRpcNode.ts';

/**
 * A node after Alpenglow (SIMD-0326), as published:
 *
 * - `confirmed` and `finalized` are the same state; `processed` is a block that is received and not
 *   decided (docs.anza.xyz/consensus/commitments; anza-xyz/agave#10063: a finalization sets confirmed,
 *   root and finalized at once, a notarization is `processed`).
 * - Blocks have no vote transactions (solana.com/upgrades/alpenglow).
 * - A slot may have several banks until one is decided (Agave 4.3, `bank_id` of Geyser; SIMD-0337).
 */
export class AlpenglowNode extends FakeRpcNode {
  /** Newest slot with a block that is not decided, too. */
  #processed = 0;
  readonly #decided = new Map<string, number>();

  constructor() {
    super();
    this.hasWebSocket = true;
    this.answers.set('getSlot', ([options]) => this.#slotAt(options));
    this.answers.set('getSignatureStatuses', ([signatures]) => ({
      context: { slot: this.tip },
      value: (signatures as readonly string[]).map((signature) => {
        const slot = this.#decided.get(signature);
        return slot === undefined
          ? null
          : { slot, confirmations: null, err: null, confirmationStatus: 'finalized' };
      }),
    }));
  }

  /** A bank of the slot is received. Its block cannot be requested yet. */
  process(slot: number): void {
    this.#processed = Math.max(this.#processed, slot);
    this.notifySlot(slot);
  }

  /** The slot is decided with this block, which is confirmed and finalized at once. */
  decide(slot: number, block: RpcBlock): void {
    this.process(slot);
    this.add(slot, block);
    for (const { transaction } of block.transactions)
      this.#decided.set(signatureIn(transaction), slot);
  }

  /** `slotSubscribe` tells of processed slots; its root is the newest decided one. */
  override notifySlot(slot: number): void {
    const params = { result: { slot, parent: slot - 1, root: this.tip }, subscription: 0 };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'slotNotification', params });
    for (const subscriber of this.subscribers) subscriber.send(text);
  }

  #slotAt(options: unknown): number {
    const { commitment } = options as { readonly commitment: string };
    return commitment === 'processed' ? this.#processed : this.tip;
  }
}

function signatureIn(transaction: RpcBlockTransaction['transaction']): string {
  if (!Array.isArray(transaction)) {
    const { signatures } = transaction as Exclude<typeof transaction, readonly unknown[]>;
    return signatures[0] ?? '';
  }
  const bytes = Buffer.from(String((transaction as readonly unknown[])[0]), 'base64');
  return encodeBase58(bytes.subarray(1, 65));
}

/** The block as a leader would have produced it after Alpenglow. */
export const withoutVotes = (block: RpcBlock): RpcBlock => ({
  ...block,
  transactions: block.transactions.filter((entry) => !JSON.stringify(entry).includes(voteLog)),
});

/** In the logs of each vote of a recorded block. */
const voteLog = `Program ${voteProgram} invoke [1]`;
