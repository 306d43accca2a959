import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import { Count, nullable, OneOf, Parameters, RawAmount, Response, Text } from '../schema.ts';
import { TransactionDetail } from '../transaction.ts';
import { IdlCallNames, IdlEventNames } from './idlNames.ts';

export const maxSimulatedTransactions = 5;
/** Longer than a version 1 transaction in any encoding, including JSON bytes. */
const maxTransactionCharacters = 25_000;
const maxLogLines = 1_000;

/** A simulation does not verify signatures. */
export const signingStates = ['signed', 'partly-signed', 'unsigned'] as const;
export type SigningState = (typeof signingStates)[number];

/** In log order; `depth` 1 is an instruction of the transaction. */
export const SimulatedCall = Response({
  instruction: Count('Top-level instruction it belongs to, from 0'),
  depth: Count('1: an instruction of the transaction; calls of programs are deeper'),
  program: Text('Program address'),
  program_name: nullable(Type.String(), 'Name; null: unknown'),
  name: nullable(Type.String(), 'Name of the instruction; null: unknown'),
  compute_units: nullable(Type.Integer(), 'Compute units with calls below it; null: not logged'),
  own_compute_units: nullable(
    Type.Integer(),
    'Compute units without calls below it; null: unknown',
  ),
  state: OneOf(['success', 'failed', 'unfinished'], 'unfinished: the log ends before'),
  /** Half-open range; includes the log of nested calls. */
  log_from: Count('First line of its log, from 0'),
  log_to: Count('Line behind the last line of its log'),
  /** Missing from services of earlier versions. */
  data: Type.Optional(
    nullable(Type.String(), 'Instruction data, hexadecimal; null: the node parsed or left it out'),
  ),
  accounts: Type.Optional(
    nullable(
      Type.Array(
        Response({
          address: Text('Address'),
          is_writable: Type.Boolean(),
          is_signer: Type.Boolean(),
        }),
      ),
      'Accounts in order; null: unknown',
    ),
  ),
  idl: Type.Optional(IdlCallNames),
  events: Type.Optional(
    Type.Array(Response({ line: Count('Line of the log, from 0'), names: IdlEventNames })),
  ),
});
export type SimulatedCall = Type.Static<typeof SimulatedCall>;

export const SimulationError = Response({
  text: Text('The error as nodes word it'),
  instruction: nullable(Type.Integer(), 'Top-level instruction, from 0; null: none of them'),
  program: nullable(Type.String(), 'Program that returned it, the innermost one; null: none'),
  program_name: nullable(Type.String(), 'Name; null: unknown'),
  code: nullable(Type.Integer(), 'Code of a custom error; null: none'),
  name: nullable(Type.String(), 'Name of the error, e.g. TooLittleOutputReceived; null: unknown'),
  message: nullable(Type.String(), 'Meaning; null: unknown'),
  advice: nullable(Type.String(), 'Suggested fix; null: unknown'),
  leg: nullable(Type.Integer(), 'Leg of the route that failed, from 0; null: unknown or none'),
});
export type SimulationError = Type.Static<typeof SimulationError>;

export const SimulatedBalanceChange = Response({
  account: Text('Account'),
  owner: Text('Owner of a token account; otherwise the account'),
  mint: nullable(Type.String(), 'Mint; null: lamports'),
  symbol: Text('Symbol; empty when unknown'),
  digits: Count('Decimals'),
  before: RawAmount('Before, smallest unit'),
  after: RawAmount('After, smallest unit'),
});
export type SimulatedBalanceChange = Type.Static<typeof SimulatedBalanceChange>;

export const SimulatedTransaction = Response({
  is_success: Type.Boolean(),
  /** False for nodes before Agave 3.0, which return no balances. */
  is_complete: Type.Boolean({
    description: 'false: the node returns too little for the route or its figures',
  }),
  missing: Type.Array(Type.String(), {
    description: 'Members that the node did not return',
  }),
  signing: OneOf(signingStates, 'Signatures present; none is checked'),
  size_bytes: Count('Size, bytes'),
  size_limit_bytes: Count('Limit of its version, bytes'),
  /** `signature` is empty if unsigned; `block_number` is the simulated slot. */
  record: nullable(TransactionDetail, 'As a landed transaction would be; null: could not be read'),
  reason: Text('Reason why it is not an arbitrage; empty for an arbitrage'),
  error: nullable(SimulationError, 'Null for a success'),
  compute_units: nullable(Type.Integer(), 'Compute units consumed; null: not returned'),
  compute_unit_limit: Count('Limit in effect: as set, or the default for its instructions'),
  is_limit_set: Type.Boolean({ description: 'Whether the transaction sets the limit' }),
  micro_lamports_per_unit: nullable(
    RawAmount('Compute unit price'),
    'Micro-lamports per compute unit; null: version 1 sets the whole priority fee',
  ),
  base_fee: RawAmount('Base fee, lamports'),
  priority_fee: RawAmount('Priority fee, lamports'),
  loaded_accounts_data_bytes: nullable(Type.Integer(), 'Data loaded, bytes; null: not returned'),
  loaded_accounts_data_limit: nullable(Type.Integer(), 'Limit that is set, bytes; null: none'),
  calls: Type.Array(SimulatedCall),
  logs: Type.Array(Type.String(), { maxItems: maxLogLines }),
  balance_changes: Type.Array(SimulatedBalanceChange, {
    description: 'Of the signers and their token accounts',
  }),
  /** Missing from services of earlier versions. */
  token_accounts: Type.Optional(
    Type.Array(
      Response({ account: Text('Account'), mint: Text('Mint'), digits: Count('Decimals') }),
      { description: 'All that it uses, as far as the node returns their balances' },
    ),
  ),
});
export type SimulatedTransaction = Type.Static<typeof SimulatedTransaction>;

export const Simulation = Response({
  slot: nullable(Type.Integer(), 'Slot whose state it ran on; null: not returned'),
  network: Text('Cluster, or Sandbox'),
  /** Without a bundle, each transaction starts from the same state. */
  is_bundle: Type.Boolean({
    description: 'Run in order, each on what those before it left; false: each on its own',
  }),
  sol_price_usd: nullable(Type.Number(), 'USD per SOL for the figures; null: unknown'),
  transactions: Type.Array(SimulatedTransaction, { maxItems: maxSimulatedTransactions }),
});
export type Simulation = Type.Static<typeof Simulation>;

/** Simulates transactions: signatures are not verified, the blockhash is replaced. */
export const simulate = defineOperation({
  method: 'POST',
  path: '/arbscope/simulate',
  summary: t('Simulation'),
  parameters: Parameters({
    transactions: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: maxTransactionCharacters,
        description: 'Base64, Base58 or JSON bytes; signed, partly signed or unsigned',
      }),
      { minItems: 1, maxItems: maxSimulatedTransactions, description: 'In the order of a bundle' },
    ),
  }),
  response: Simulation,
  // Each runs on the current state.
  isUnshared: true,
  tool: {
    name: 'arbscope_simulate',
    title: 'Simulation',
    description:
      'Simulates serialized Solana transactions without sending them: route, gross gains, tips, fee, ' +
      'net gains, compute units, logs, and the error with its program and name. Signatures are ' +
      'neither needed nor checked; never give a secret key. The node or service of the connection ' +
      'gets the transactions. A net gain counts an amount whose price is null as 0.',
    more: 'fewer transactions',
  },
});
