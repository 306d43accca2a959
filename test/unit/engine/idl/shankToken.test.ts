import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as token from '@solana-program/token';
import { decodeInstructionData } from '../../../../src/engine/idl/decodeData.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import { tokenProgram } from '../../../../src/solana/knownPrograms.ts';
import { recordedCalls } from '../../../fixtures/recordedCalls.ts';
import { random as randomNumbers } from '../../../fuzz/random.ts';
import { skipWithout } from '../../../sharedData.ts';
import { haveSameFields } from './sameValue.ts';

/** Names, numbers and arguments as in the program; Shank writes them in this form. */
const instructions: readonly (readonly [name: string, tag: number, args: object])[] = [
  ['Transfer', 3, { amount: 'u64' }],
  ['Approve', 4, { amount: 'u64' }],
  ['Revoke', 5, {}],
  [
    'SetAuthority',
    6,
    { authorityType: { defined: 'AuthorityType' }, newAuthority: { option: 'publicKey' } },
  ],
  ['MintTo', 7, { amount: 'u64' }],
  ['Burn', 8, { amount: 'u64' }],
  ['CloseAccount', 9, {}],
  ['TransferChecked', 12, { amount: 'u64', decimals: 'u8' }],
  ['MintToChecked', 14, { amount: 'u64', decimals: 'u8' }],
  ['SyncNative', 17, {}],
  ['InitializeAccount3', 18, { owner: 'publicKey' }],
  [
    'InitializeMint2',
    20,
    { decimals: 'u8', mintAuthority: 'publicKey', freezeAuthority: { option: 'publicKey' } },
  ],
];

const authorities = ['MintTokens', 'FreezeAccount', 'AccountOwner', 'CloseAccount'];
const file = JSON.stringify({
  version: '3.3.0',
  name: 'spl_token',
  instructions: instructions.map(([name, value, args]) => ({
    name,
    accounts: [],
    args: Object.entries(args).map(([argument, type]) => ({ name: argument, type })),
    discriminant: { type: 'u8', value },
  })),
  types: [
    {
      name: 'AuthorityType',
      type: { kind: 'enum', variants: authorities.map((name) => ({ name })) },
    },
  ],
  metadata: { origin: 'shank', address: tokenProgram, binaryVersion: '0.3.0' },
});

const read = readIdl(file);
const [idl] = read.kind === 'idl' ? read.idls : [];
assert.ok(idl);

type Decoders = Readonly<Record<string, () => { decode(data: Uint8Array): unknown }>>;

/** `null`: not complete by the IDL. */
function isSame(data: Uint8Array): boolean | null {
  assert.ok(idl);
  const { state, layout, fields } = decodeInstructionData(idl, data);
  if (layout === null || (state !== 'complete' && state !== 'leftover')) return null;
  const decoder = (token as unknown as Decoders)[`get${layout.name}InstructionDataDecoder`];
  assert.ok(decoder, layout.name);
  return haveSameFields(fields, decoder().decode(data));
}

const { calls } = recordedCalls();
const own = calls.filter(({ program }) => program === tokenProgram);

describe('A Shank IDL of the Token program decodes as the program’s own client does', () => {
  it('recorded instructions', { skip: skipWithout(own[0]) }, () => {
    const results = own.map(({ data }) => isSame(data));
    assert.ok(results.filter((result) => result === true).length > 100);
    assert.deepEqual(
      own.filter((_, at) => results[at] === false),
      [],
    );
  });

  it('generated data of each instruction', () => {
    const random = randomNumbers(7);
    for (const [name, tag] of instructions) {
      let compared = 0;
      for (let round = 0; round < 200; round++) {
        const bytes = Array.from({ length: 70 }, () => random(random(10) < 7 ? 2 : 256));
        const result = isSame(Uint8Array.from([tag, ...bytes]));
        if (result === null) continue;
        assert.ok(result, `${name} ${Buffer.from(bytes).toString('hex')}`);
        compared += 1;
      }
      assert.ok(compared > 10, `${name}: ${compared}`);
    }
  });
});
