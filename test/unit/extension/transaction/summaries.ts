import type { LookUpState } from '../../../../src/extension/transaction/lookUpRows.ts';
import type { TransactionSummary } from '../../../../src/extension/transaction/transactionSummary.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';

export const nowMilliseconds = Date.parse('2026-09-27T10:00:42.000Z');

export const signatureNumber = (number: number): string => `${'2'.repeat(87)}${number + 2}`;

export const summary = (changed: Partial<TransactionSummary> = {}): TransactionSummary => ({
  signature,
  outcome: 'gain',
  netGainsSol: 0.00198,
  route: ['SOL', 'USDC', 'SOL'],
  timeMilliseconds: nowMilliseconds - 12_000,
  wallet,
  provider: 'JITO',
  ...changed,
});

export const emptySection = { summaries: [], problem: '' };

export const lookUpState = (changed: Partial<LookUpState> = {}): LookUpState => ({
  text: '',
  clipboard: null,
  recent: [],
  market: emptySection,
  wallets: emptySection,
  recorded: [
    { title: 'Two legs', summary: summary({ signature: signatureNumber(5) }) },
    { title: 'Split route', summary: summary({ signature: signatureNumber(6) }) },
  ],
  connection: 'Sandbox',
  missing: null,
  walletLabel: () => 'My wallet',
  linksOf: () => [{ title: 'Track Wallet', command: 'arbscope.trackWallet', argument: wallet }],
  nowMilliseconds,
  ...changed,
});
