/**
 * One model of the four formats of IDLs: Anchor before and since 0.30, Shank and Codama. Names and
 * texts are sanitized when the file is read, so all of them are safe to display.
 */

export const idlFormats = ['anchor-legacy', 'anchor', 'shank', 'codama'] as const;
type IdlFormat = (typeof idlFormats)[number];

/** One program of a file; a Codama file may have several. */
export interface Idl {
  readonly format: IdlFormat;
  readonly name: string;
  /** Empty: not in the file. */
  readonly version: string;
  /** `null`: the file has none, so the IDL names nothing until its program is known. */
  readonly address: string | null;
  readonly instructions: readonly IdlInstruction[];
  readonly events: readonly IdlEvent[];
  /** In the order of the file; several may have one code. */
  readonly errors: readonly IdlError[];
  /** Parts of the file that could not be read, up to `maxProblems`; only what uses them is affected. */
  readonly problems: readonly string[];
}

export interface IdlInstruction extends IdlLayout {
  readonly accounts: readonly IdlAccount[];
}

export type IdlEvent = IdlLayout;

/** Data that begins with a discriminator, or contains it. */
export interface IdlLayout {
  readonly name: string;
  /** All must match. `null`: unreadable, so the layout fits nothing. */
  readonly discriminators: readonly Discriminator[] | null;
  /** Where the fields start. */
  readonly dataOffset: number;
  readonly type: IdlType;
}

export type Discriminator =
  | { readonly kind: 'bytes'; readonly offset: number; readonly bytes: Uint8Array }
  /** Length of the whole data. */
  | { readonly kind: 'size'; readonly size: number };

export interface IdlAccount {
  /** With the names of its groups: `pool.vault`. */
  readonly name: string;
  readonly isWritable: boolean;
  /** `either`: the program accepts both. */
  readonly isSigner: boolean | 'either';
  readonly isOptional: boolean;
  /** The only address that the program accepts; `null`: any, or derived. */
  readonly address: string | null;
}

export interface IdlError {
  readonly code: number;
  readonly name: string;
  /** Empty: none. */
  readonly message: string;
}

/** Arguments of a generic type, and where their own parameters are bound. */
export interface TypeBinding {
  readonly types: ReadonlyMap<
    string,
    { readonly type: IdlType; readonly binding: TypeBinding | null }
  >;
  readonly lengths: ReadonlyMap<string, number>;
}

type GenericArgument =
  | { readonly kind: 'type'; readonly type: IdlType }
  | { readonly kind: 'length'; readonly length: ListLength };

/** A number of elements that the type fixes; a name is a parameter of a generic type. */
export type ListLength = number | string;

export type ListCount =
  | { readonly kind: 'fixed'; readonly length: ListLength }
  | { readonly kind: 'prefix'; readonly prefix: IdlType }
  /** As many as fit. */
  | { readonly kind: 'rest' };

export interface IdlField {
  /** `null`: an element of a tuple. */
  readonly name: string | null;
  readonly type: IdlType;
}

export interface IdlVariant {
  readonly name: string;
  readonly tag: bigint;
  /** `null`: no fields. */
  readonly type: IdlType | null;
}

/** A type that the file defines under a name. */
export interface DefinedType {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Set after all names are known, because types refer to each other. */
  type: IdlType;
}

export interface IntegerType {
  readonly kind: 'integer';
  readonly bytes: number;
  readonly isSigned: boolean;
  readonly isBigEndian: boolean;
  /** Of an amount. */
  readonly decimals?: number;
  readonly unit?: string;
}

type TextEncoding = 'utf8' | 'base16' | 'base58' | 'base64';

export type IdlType =
  | IntegerType
  | { readonly kind: 'shortU16' }
  | { readonly kind: 'float'; readonly bytes: 4 | 8; readonly isBigEndian: boolean }
  | { readonly kind: 'bool'; readonly size: IdlType }
  | { readonly kind: 'address' }
  /** Up to the end of the surrounding type. */
  | { readonly kind: 'bytes' }
  | { readonly kind: 'text'; readonly encoding: TextEncoding }
  | { readonly kind: 'list'; readonly item: IdlType; readonly count: ListCount }
  | {
      readonly kind: 'map';
      readonly key: IdlType;
      readonly value: IdlType;
      readonly count: ListCount;
    }
  | { readonly kind: 'fields'; readonly fields: readonly IdlField[] }
  | { readonly kind: 'enum'; readonly tag: IdlType; readonly variants: readonly IdlVariant[] }
  /** `isFixed`: none takes as many bytes as a value. */
  | {
      readonly kind: 'option';
      readonly tag: IdlType;
      readonly item: IdlType;
      readonly isFixed: boolean;
    }
  /** None has the bytes `none`, or all zeros. */
  | { readonly kind: 'zeroableOption'; readonly item: IdlType; readonly none: Uint8Array | null }
  /** None if no bytes are left. */
  | { readonly kind: 'restOption'; readonly item: IdlType }
  | {
      readonly kind: 'defined';
      readonly target: DefinedType;
      readonly generics: readonly GenericArgument[];
    }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'fixedSize'; readonly size: number; readonly type: IdlType }
  | { readonly kind: 'sizePrefix'; readonly prefix: IdlType; readonly type: IdlType }
  | { readonly kind: 'sentinel'; readonly sentinel: Uint8Array; readonly type: IdlType }
  | {
      readonly kind: 'constants';
      readonly place: 'before' | 'after';
      readonly constants: readonly Uint8Array[];
      readonly type: IdlType;
    }
  | {
      readonly kind: 'offset';
      readonly place: 'before' | 'after';
      readonly strategy: 'absolute' | 'padded' | 'relative' | 'preOffset';
      readonly offset: number;
      readonly type: IdlType;
    }
  /** Bytes without values; `size` null: up to the end. */
  | { readonly kind: 'opaque'; readonly size: number | null; readonly reason: string }
  /** Cannot be read; what uses it cannot be decoded from here on. */
  | { readonly kind: 'broken'; readonly reason: string };

export const maxIdlBytes = 2_000_000;
/** Of types in a file, and of values in data. */
export const maxIdlDepth = 64;
export const maxProblems = 20;

export const unsigned = (bytes: number): IntegerType => ({
  kind: 'integer',
  bytes,
  isSigned: false,
  isBigEndian: false,
});

export const signed = (bytes: number): IntegerType => ({ ...unsigned(bytes), isSigned: true });

export const broken = (reason: string): IdlType => ({ kind: 'broken', reason });

export const isByteType = (type: IdlType): boolean =>
  type.kind === 'integer' && type.bytes === 1 && !type.isSigned;
