import type { ParametersOf } from '../../src/api/defineOperation.ts';
import { type OperationName, type Operations, operations } from '../../src/api/operations.ts';
import { isRawAmount, type SchemaNode } from '../../src/api/schema.ts';

export const someMint = 'So11111111111111111111111111111111111111112';
export const someSignature = '5'.repeat(86);

export const sampleParameters: { [Name in OperationName]: ParametersOf<Operations[Name]> } = {
  finder: { tokensMint: [someMint] },
  tipsByComputeUnit: {},
  tipsByGains: {},
  feesByComputeUnit: {},
  tokenInfo: { token: someMint },
  walletOverview: { wallets: [someMint] },
  walletTransactions: { wallets: [someMint] },
  transaction: { signature: someSignature },
  marketCache: {},
  landTransaction: { jsonrpc: '2.0', id: 7, method: 'sendTransaction', params: ['AA=='] },
};

export const responseSchema = (name: OperationName): SchemaNode =>
  operations[name].response as object as SchemaNode;

export type Path = readonly (string | number)[];

/** A minimal value that matches the schema: every member, and one entry in each list. */
export function sampleValue(schema: SchemaNode): unknown {
  if (isRawAmount(schema)) return 1;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleValue(schema.anyOf[0]);
  switch (schema.type) {
    case 'array':
      return schema.items ? [sampleValue(schema.items)] : [];
    case 'object': {
      if (schema.patternProperties) {
        return { key: sampleValue(Object.values(schema.patternProperties)[0] ?? {}) };
      }
      const members = Object.entries(schema.properties ?? {});
      return Object.fromEntries(members.map(([name, member]) => [name, sampleValue(member)]));
    }
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : someSignature;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 1;
  }
}

/** Every path in a value with its schema, starting with the value itself. */
export function valuePaths(
  schema: SchemaNode,
  value: unknown,
  path: Path = [],
): [Path, SchemaNode][] {
  const here: [Path, SchemaNode] = [path, schema];
  if (isRawAmount(schema)) return [here];
  const node = schema.anyOf?.[0] ?? schema;
  if (Array.isArray(value)) {
    return [here, ...(node.items ? valuePaths(node.items, value[0], [...path, 0]) : [])];
  }
  if (typeof value !== 'object' || value === null) return [here];
  const under = Object.entries(value).flatMap(([name, member]) => {
    const schemaOf =
      node.properties?.[name] ?? Object.values(node.patternProperties ?? {})[0] ?? undefined;
    return schemaOf === undefined ? [] : valuePaths(schemaOf, member, [...path, name]);
  });
  return [here, ...under];
}

const gap = '"a place that is replaced"';

export function withTextAt(value: unknown, path: Path, text: string): string {
  if (path.length === 0) return text;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  holder[path.at(-1) ?? ''] = JSON.parse(gap);
  return JSON.stringify(copy).replace(gap, () => text);
}

export const formatPath = (path: Path): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at ? '.' : ''}${key}`)).join('');
