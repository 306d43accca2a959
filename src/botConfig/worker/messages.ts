import { isObject } from '../../api/isObject.ts';
import type { FoundPlace } from '../findPlace.ts';
import type { KnownPool, TextChange } from '../model.ts';
import type { PoolAddition } from '../poolAddition.ts';
import type { ExpectedExport, ExportFault } from '../verifyExport.ts';

/** A change of a config that its library works out. */
export type ConfigEdit =
  | { readonly kind: 'add-pools'; readonly additions: readonly PoolAddition[] }
  | { readonly kind: 'remove-pools'; readonly pools: readonly string[] }
  | { readonly kind: 'merge-groups'; readonly indexes: readonly number[] };

/** A document of the window, under the name that the window gives it. */
interface OfDocument {
  readonly document: string;
  readonly version: number;
}

/** The text of a version comes once, with `read`; the others are about what was read last. */
export type ConfigRequest =
  | (OfDocument & {
      readonly kind: 'read';
      readonly text: string;
      /** Whether the user wants the addresses of the file, whatever it is. */
      readonly isAddressFile: boolean;
    })
  | (OfDocument & {
      readonly kind: 'check';
      readonly nowMilliseconds: number;
    })
  | (OfDocument & { readonly kind: 'edit'; readonly edit: ConfigEdit })
  | (OfDocument & { readonly kind: 'place'; readonly offset: number })
  | {
      readonly kind: 'pools';
      /** Whether all that was known before is forgotten: another connection tells of pools. */
      readonly isReset: boolean;
      readonly pools: readonly (readonly [address: string, pool: KnownPool])[];
    }
  | { readonly kind: 'close'; readonly document: string }
  | { readonly kind: 'verify'; readonly text: string; readonly expected: ExpectedExport };
export type ConfigRequestKind = ConfigRequest['kind'];

/** Most problems of a text: an editor shows no more, and nobody reads them. */
export const maxConfigProblems = 1_000;

/** Packed by `packConfig`, with the problems that are told. */
export interface PackedResponse {
  readonly packed: readonly string[];
  /** Problems past `maxConfigProblems`. */
  readonly omittedProblems: number;
}

/** What a request is answered with. */
export interface ConfigResponses {
  readonly read: PackedResponse;
  /** The groups of the config alone, and all problems, those of `read` included. */
  readonly check: PackedResponse;
  readonly edit: readonly TextChange[];
  readonly place: FoundPlace | null;
  readonly pools: null;
  readonly close: null;
  readonly verify: ExportFault | null;
}

export interface ConfigMessage {
  readonly id: number;
  readonly request: ConfigRequest;
}

/**
 * - `superseded`: a newer text of the document came meanwhile
 * - `unknown-text`: this version was not read, or not by this worker
 * - `failed`: a mistake of ours; nothing of the text is told
 */
export type ConfigFailure = 'superseded' | 'unknown-text' | 'failed';

export type ConfigAnswer =
  | { readonly id: number; readonly response: ConfigResponses[ConfigRequestKind] }
  | { readonly id: number; readonly failure: ConfigFailure };

const requestKinds: Readonly<Record<ConfigRequestKind, true>> = {
  ...{ read: true, check: true, edit: true, place: true, pools: true, close: true, verify: true },
};

/** Between two threads of one build: the shape alone is checked, not each member of each list. */
export function isConfigMessage(value: unknown): value is ConfigMessage {
  if (!isObject(value) || !Number.isInteger(value['id']) || !isObject(value['request']))
    return false;
  const { kind, document, version, text } = value['request'];
  if (typeof kind !== 'string' || !Object.hasOwn(requestKinds, kind)) return false;
  if (kind === 'pools') return Array.isArray(value['request']['pools']);
  if (kind === 'verify') return typeof text === 'string' && isObject(value['request']['expected']);
  if (typeof document !== 'string') return false;
  if (kind === 'close') return true;
  return Number.isInteger(version) && (kind !== 'read' || typeof text === 'string');
}

export const isConfigAnswer = (value: unknown): value is ConfigAnswer =>
  isObject(value) &&
  Number.isInteger(value['id']) &&
  ('response' in value ||
    ['superseded', 'unknown-text', 'failed'].includes(String(value['failure'])));
