import { isObject } from '../../api/isObject.ts';
import type { FoundPlace } from '../findPlace.ts';
import type { KnownPool, TextChange } from '../model.ts';
import type { ParsedConfig } from '../parseConfig.ts';
import type { PoolAddition } from '../poolAddition.ts';
import type { TableLimits } from '../tableLimits.ts';
import type { ExpectedExport, ExportFault } from '../verifyExport.ts';

export type ConfigEdit =
  | { readonly kind: 'add-pools'; readonly additions: readonly PoolAddition[] }
  | { readonly kind: 'remove-pools'; readonly pools: readonly string[] }
  | { readonly kind: 'merge-groups'; readonly indexes: readonly number[] };

/** The window names the document. */
interface OfDocument {
  readonly document: string;
  readonly version: number;
}

/** `read` sends the text of a version once; other requests refer to the text read last. */
export type ConfigRequest =
  | (OfDocument & {
      readonly kind: 'read';
      readonly text: string;
      /** Whatever the file's form. */
      readonly isAddressFile: boolean;
    })
  | (OfDocument & {
      readonly kind: 'check';
      readonly nowMilliseconds: number;
      readonly tableLimits?: TableLimits | undefined;
    })
  | (OfDocument & { readonly kind: 'edit'; readonly edit: ConfigEdit })
  | (OfDocument & { readonly kind: 'place'; readonly offset: number })
  | {
      readonly kind: 'pools';
      /** Forgets earlier pools, because the connection changed. */
      readonly isReset: boolean;
      readonly pools: readonly (readonly [address: string, pool: KnownPool])[];
    }
  | { readonly kind: 'close'; readonly document: string }
  | { readonly kind: 'verify'; readonly text: string; readonly expected: ExpectedExport };
export type ConfigRequestKind = ConfigRequest['kind'];

/** An editor shows no more. */
export const maxConfigProblems = 1_000;

/** With up to `maxConfigProblems` problems. */
export interface ReadConfig extends ParsedConfig {
  readonly omittedProblems: number;
}

export interface ConfigResponses {
  readonly read: ReadConfig;
  /** Only the groups of the config, and all problems, including those of `read`. */
  readonly check: ReadConfig;
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
 * - `superseded`: a newer text of the document arrived meanwhile
 * - `unknown-text`: this worker has not read this version
 * - `failed`: an internal error; reported without any of the text
 */
export type ConfigFailure = 'superseded' | 'unknown-text' | 'failed';

export type ConfigAnswer =
  | { readonly id: number; readonly response: ConfigResponses[ConfigRequestKind] }
  | { readonly id: number; readonly failure: ConfigFailure };

const requestKinds: Readonly<Record<ConfigRequestKind, true>> = {
  ...{ read: true, check: true, edit: true, place: true, pools: true, close: true, verify: true },
};

/** Checks the shape only: both threads belong to one build. */
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
