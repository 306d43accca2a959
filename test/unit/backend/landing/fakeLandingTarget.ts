import { MarketError } from '../../../../src/api/marketError.ts';
import type { LandingTarget } from '../../../../src/backend/landing/landingTarget.ts';
import type { LandingChain } from '../../../../src/engine/chain/landingChain.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';

/** A service as landing sees it; it accepts everything, unless a test has it do otherwise. */
export class FakeLandingTarget implements LandingTarget {
  readonly id = 'service';
  readonly kind = 'service';
  readonly origin = 'https://land.example';
  /** Of a node that is asked about the chain; none at first. */
  auxiliaryChain?: LandingChain;
  /** Another one after the connection was changed. */
  settingsId = 'settings-1';
  /** Parameters of each transaction that was sent. */
  readonly sent: (readonly [transaction: string, options: unknown])[] = [];
  /** The signature that it answers with, in place of the transaction's own. */
  answer: (() => string) | null = null;
  /** Before each response, after the transaction has arrived. */
  beforeResponse: () => Promise<void> = async () => undefined;
  readonly connection = { call: this.#call.bind(this) } as unknown as LandingTarget['connection'];

  async #call(operation: string, request: { readonly params: [string, unknown] }) {
    if (operation !== 'landTransaction') throw new MarketError('not-found', 'no tips');
    this.sent.push(request.params);
    const bytes = Uint8Array.from(Buffer.from(request.params[0], 'base64'));
    await this.beforeResponse();
    const signature = this.answer?.() ?? encodeBase58(bytes.subarray(1, 65));
    return { result: { result: { signature, uuid: 'uuid-1' } } };
  }
}
