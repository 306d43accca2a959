import { MarketError } from '../../../../src/api/marketError.ts';
import type { LandingTarget } from '../../../../src/backend/landing/landingTarget.ts';
import type { LandingChain } from '../../../../src/engine/chain/landingChain.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';

/** A service that accepts every transaction, unless a test overrides that. */
export class FakeLandingTarget implements LandingTarget {
  readonly id = 'service';
  readonly kind = 'service';
  readonly origin = 'https://land.example';
  /** A node for chain queries; absent by default. */
  auxiliaryChain?: LandingChain;
  /** Changes when the connection's settings change. */
  settingsId = 'settings-1';
  readonly sent: (readonly [transaction: string, options: unknown])[] = [];
  /** Signature for the response instead of the transaction's own. */
  answer: (() => string) | null = null;
  /** After the transaction has arrived. */
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
