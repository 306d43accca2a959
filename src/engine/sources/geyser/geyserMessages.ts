import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Commitment } from '../../rpc/rpcMethods.ts';
import { GeyserFormatError, ProtobufReader } from './protobufReader.ts';

/**
 * Field numbers are from the published protocol of `geyser.Geyser` (Yellowstone gRPC). Bank ids:
 * `SubscribeUpdateSlot` 5 (github.com/rpcpool/yellowstone-grpc, `yellowstone-grpc-proto/proto/geyser.proto`
 * at 0013f2d5, September 2026) and `SubscribeUpdateBlock` 14 (`yellowstone-grpc-proto` 13). A bank id is
 * a number of one validator; servers of earlier versions send none.
 */

export const subscribePath = '/geyser.Geyser/Subscribe';

const commitmentLevels: Readonly<Record<Commitment, number>> = { confirmed: 1, finalized: 2 };
const filterName = 'arbscope';

export interface SubscribeOptions {
  readonly commitment: Commitment;
  /** First block to send, if the server still has it; `null`: only new blocks. */
  readonly fromSlot: number | null;
}

/**
 * Blocks with transactions, without accounts and entries, and the slots that reach the commitment:
 * they name the bank that was decided.
 */
export function encodeSubscribeRequest({ commitment, fromSlot }: SubscribeOptions): Buffer {
  const request = new BinaryWriter();
  namedFilter(request, 2).tag(1, WireType.Varint).bool(true).join().join();
  namedFilter(request, 4)
    .tag(2, WireType.Varint)
    .bool(true)
    .tag(3, WireType.Varint)
    .bool(false)
    .tag(4, WireType.Varint)
    .bool(false)
    .join()
    .join();
  request.tag(6, WireType.Varint).int32(commitmentLevels[commitment]);
  if (fromSlot !== null) request.tag(11, WireType.Varint).uint64(fromSlot);
  return Buffer.from(request.finish());
}

/** Starts an entry of a map of filters by name; its value follows. */
const namedFilter = (request: BinaryWriter, field: number): BinaryWriter =>
  request
    .tag(field, WireType.LengthDelimited)
    .fork()
    .tag(1, WireType.LengthDelimited)
    .string(filterName)
    .tag(2, WireType.LengthDelimited)
    .fork();

/** Answers a ping of the server; does not change the subscription. */
export function encodePing(id: number): Buffer {
  const request = new BinaryWriter();
  request.tag(9, WireType.LengthDelimited).fork().tag(1, WireType.Varint).int32(id).join();
  return Buffer.from(request.finish());
}

export interface GeyserBlock {
  readonly slot: number;
  /** Several banks of a slot are possible until one is decided; `null`: the server names none. */
  readonly bank: number | null;
  readonly blockhash: string;
  readonly parentSlot: number;
  readonly parentBlockhash: string;
  /** Unix seconds; `null` if the node has no block time. */
  readonly blockTime: number | null;
  readonly blockHeight: number | null;
  /** `SubscribeUpdateTransactionInfo` messages, unordered. */
  readonly transactions: readonly Buffer[];
  readonly bytes: number;
}

/** The slot reached a commitment. */
export interface DecidedBank {
  readonly slot: number;
  /** The decided one; `null`: the server does not say which. */
  readonly bank: number | null;
}

export type GeyserUpdate =
  | { readonly kind: 'block'; readonly block: GeyserBlock }
  | { readonly kind: 'decided'; readonly decided: DecidedBank }
  | { readonly kind: 'ping' }
  | { readonly kind: 'other' };

/** Throws a GeyserFormatError. */
export function readUpdate(bytes: Buffer): GeyserUpdate {
  const reader = new ProtobufReader(bytes);
  let update: GeyserUpdate = { kind: 'other' };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 5) update = { kind: 'block', block: readBlock(reader.message(), bytes.length) };
    else if (field === 3) {
      const decided = readSlot(reader.message());
      if (decided !== null) update = { kind: 'decided', decided };
    } else {
      reader.skip();
      if (field === 6) update = { kind: 'ping' };
    }
  }
  return update;
}

const slotStatuses = { confirmed: 1, finalized: 2 } as const;

/** `null` for other statuses. */
function readSlot(reader: ProtobufReader): DecidedBank | null {
  let slot = 0;
  let status = 0;
  let bank: number | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) slot = reader.integer();
    else if (field === 3) status = reader.integer();
    else if (field === 5) bank = reader.integer();
    else reader.skip();
  }
  const isDecided = status === slotStatuses.confirmed || status === slotStatuses.finalized;
  return isDecided ? { slot, bank } : null;
}

/** Throws a GeyserFormatError if transactions are missing. */
function readBlock(reader: ProtobufReader, bytes: number): GeyserBlock {
  let slot = 0;
  let bank: number | null = null;
  let parentSlot = 0;
  let blockhash = '';
  let parentBlockhash = '';
  let blockTime: number | null = null;
  let blockHeight: number | null = null;
  let executed = 0;
  const transactions: Buffer[] = [];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    switch (field) {
      case 1:
        slot = reader.integer();
        break;
      case 2:
        blockhash = reader.text();
        break;
      case 4:
        blockTime = readOnlyInteger(reader.message());
        break;
      case 5:
        blockHeight = readOnlyInteger(reader.message());
        break;
      case 6:
        transactions.push(reader.bytes());
        break;
      case 7:
        parentSlot = reader.integer();
        break;
      case 8:
        parentBlockhash = reader.text();
        break;
      case 9:
        executed = reader.integer();
        break;
      case 14:
        bank = reader.integer();
        break;
      default:
        reader.skip();
    }
  }
  if (blockhash === '' || parentBlockhash === '' || parentSlot >= Math.max(slot, 1)) {
    throw new GeyserFormatError('block-names-no-parent');
  }
  if (executed !== 0 && executed !== transactions.length) {
    throw new GeyserFormatError('block-lacks-transactions');
  }
  return {
    slot,
    bank,
    blockhash,
    parentSlot,
    parentBlockhash,
    blockTime,
    blockHeight,
    transactions,
    bytes,
  };
}

/** `UnixTimestamp` or `BlockHeight`: the only field is missing if it is 0. */
function readOnlyInteger(reader: ProtobufReader): number {
  let value = 0;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) value = reader.integer();
    else reader.skip();
  }
  return value;
}
