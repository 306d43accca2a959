import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getNodeCodec } from '@codama/dynamic-codecs';
import { rootNodeFromAnchor } from '@codama/nodes-from-anchor';
import * as anchor32 from '@coral-xyz/anchor';
import * as anchor29 from 'anchor-29';
import {
  decodeEventData,
  decodeInstructionData,
  type IdlDecoding,
} from '../../../../src/engine/idl/decodeData.ts';
import type { Idl } from '../../../../src/engine/idl/model.ts';
import { nameError } from '../../../../src/engine/idl/nameCall.ts';
import { ProgramIdls } from '../../../../src/engine/idl/programIdls.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import { type PublicIdl, publicIdls } from '../../../fixtures/publicIdls.ts';
import { recordedCalls } from '../../../fixtures/recordedCalls.ts';
import { random as randomNumbers } from '../../../fuzz/random.ts';
import { skipWithout } from '../../../sharedData.ts';
import { haveSameFields } from './sameValue.ts';

const readOne = (text: string): Idl => {
  const read = readIdl(text);
  assert.equal(read.kind, 'idl');
  const [idl] = read.kind === 'idl' ? read.idls : [];
  assert.ok(idl);
  return idl;
};

interface Coder {
  instruction(data: Buffer): { readonly name: string; readonly data: unknown } | null;
  event(data: Buffer): { readonly name: string; readonly data: unknown } | null;
}

function anchorCoder({ text, isLegacy }: PublicIdl): Coder {
  const { BorshInstructionCoder, BorshEventCoder } = (isLegacy
    ? anchor29
    : anchor32) as unknown as {
    BorshInstructionCoder: new (idl: unknown) => { decode(data: Buffer): never };
    BorshEventCoder: new (idl: unknown) => { decode(data: string): never };
  };
  const instructions = new BorshInstructionCoder(JSON.parse(text));
  const events = new BorshEventCoder(JSON.parse(text));
  return {
    instruction: (data) => instructions.decode(data),
    event: (data) => events.decode(data.toString('base64')),
  };
}

const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

function assertSame(decoding: IdlDecoding, theirs: ReturnType<Coder['event']>, data: Uint8Array) {
  const name = decoding.layout?.name ?? '';
  assert.equal(plain(theirs?.name ?? ''), plain(name));
  const hex = Buffer.from(data).toString('hex');
  assert.ok(haveSameFields(decoding.fields, theirs?.data), `${name} ${hex}`);
}

/** Mostly small bytes: valid tags and short lengths. */
function randomData(prefix: Uint8Array, random: (limit: number) => number): Buffer {
  const bytes = Array.from({ length: random(300) }, () => random(random(10) < 7 ? 2 : 256));
  return Buffer.concat([prefix, Buffer.from(bytes)]);
}

const { calls, events } = recordedCalls();

describe('IDLs of public programs decode as Anchor’s own coder does', () => {
  for (const source of publicIdls) {
    const idl = readOne(source.text);
    const coder = anchorCoder(source);
    const own = calls.filter(({ program }) => program === source.program);
    it(`${source.name}: all recorded instructions`, { skip: skipWithout(own[0]) }, () => {
      for (const { data } of own) {
        const decoding = decodeInstructionData(idl, data);
        if (decoding.state !== 'complete' && decoding.state !== 'leftover') continue;
        assertSame(decoding, coder.instruction(Buffer.from(data)), data);
      }
    });
    const logged = events.filter(({ program }) => program === source.program);
    it(`${source.name}: all recorded events`, { skip: skipWithout(logged[0]) }, () => {
      for (const { data } of logged) {
        const decoding = decodeEventData(idl, data);
        if (decoding.state !== 'complete' && decoding.state !== 'leftover') continue;
        assertSame(decoding, coder.event(Buffer.from(data)), data);
      }
    });
    it(`${source.name}: all errors, and those of Anchor itself`, () => {
      const idls = new ProgramIdls([{ source: source.name, program: source.program, idl }]);
      const theirs = anchor32.parseIdlErrors(JSON.parse(source.text));
      for (const [code, text] of [...theirs, ...anchor32.LangErrorMessage]) {
        const ours = nameError(idls, source.program, code);
        // Without a message, theirs is the name.
        const words = [ours?.message, ours?.name].map((one) => one?.replaceAll('`', "'"));
        assert.ok(words.includes(text.replaceAll('`', "'")), `${code} ${text}`);
      }
    });
    it(`${source.name}: generated data of each instruction and event`, () => {
      const random = randomNumbers(source.text.length);
      let compared = 0;
      for (const layout of [...idl.instructions, ...idl.events]) {
        const [discriminator] = layout.discriminators ?? [];
        assert.equal(discriminator?.kind, 'bytes');
        for (let round = 0; round < 60; round++) {
          const data = randomData(
            discriminator?.kind === 'bytes' ? discriminator.bytes : Buffer.of(),
            random,
          );
          const isEvent = idl.events.includes(layout);
          const decoding = isEvent ? decodeEventData(idl, data) : decodeInstructionData(idl, data);
          if (decoding.state !== 'complete' && decoding.state !== 'leftover') continue;
          compared += 1;
          assertSame(decoding, isEvent ? coder.event(data) : coder.instruction(data), data);
        }
      }
      assert.ok(compared > 200, `${compared} values were compared`);
    });
  }
});

/** Codama's published packages disagree: its converter omits empty lists, which its codecs require. */
const requiredLists: Readonly<Record<string, readonly string[]>> = {
  rootNode: ['additionalPrograms'],
  programNode: ['accounts', 'instructions', 'definedTypes', 'pdas', 'events', 'errors'],
  instructionNode: ['accounts', 'arguments'],
  pdaNode: ['seeds'],
  pdaValueNode: ['seeds'],
  structTypeNode: ['fields'],
  tupleTypeNode: ['items'],
  enumTypeNode: ['variants'],
};

function withLists(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withLists);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => [name, withLists(value)] as const);
  const lists = requiredLists[(node as { kind?: string }).kind ?? ''] ?? [];
  return { ...Object.fromEntries(lists.map((name) => [name, []])), ...Object.fromEntries(entries) };
}

type NodePath = Parameters<typeof getNodeCodec>[0];

describe('the same IDLs as Codama nodes decode as Codama’s own codecs do', () => {
  for (const source of publicIdls) {
    it(`${source.name}: recorded and generated instructions`, () => {
      const converted = rootNodeFromAnchor(JSON.parse(source.text) as never);
      const idl = readOne(JSON.stringify(converted));
      const root = withLists(converted) as typeof converted;
      assert.equal(idl.format, 'codama');
      assert.deepEqual(idl.problems, []);
      const random = randomNumbers(source.text.length);
      let compared = 0;
      for (const node of root.program.instructions ?? []) {
        const layout = idl.instructions.find(({ name }) => name === node.name);
        const [discriminator] = layout?.discriminators ?? [];
        assert.equal(discriminator?.kind, 'bytes', node.name);
        const prefix = discriminator?.kind === 'bytes' ? discriminator.bytes : Buffer.of();
        const codec = getNodeCodec([root, root.program, node] as unknown as NodePath);
        const generated = Array.from({ length: 60 }, () => randomData(prefix, random));
        for (const data of generated) {
          const decoding = decodeInstructionData(idl, data);
          if (decoding.state !== 'complete' && decoding.state !== 'leftover') continue;
          compared += 1;
          assertSame(decoding, { name: node.name, data: codec.decode(data) }, data);
        }
      }
      assert.ok(compared > 100, `${compared} values were compared`);
    });
  }
});
