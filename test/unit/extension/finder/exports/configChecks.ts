/** Checks that mirror how the bots parse a file. */
import assert from 'node:assert/strict';
import { parse } from 'smol-toml';

/** Converts tables to plain objects: the parser's have no prototype, which `deepEqual` rejects. */
export const readToml = (text: string): unknown => JSON.parse(JSON.stringify(parse(text)));

export type Table = Readonly<Record<string, unknown>>;
export type Check = (value: unknown, where: string) => void;

const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

export const isText: Check = (value, where) => assert.equal(typeof value, 'string', where);
export const isBoolean: Check = (value, where) => assert.equal(typeof value, 'boolean', where);
export const isAddress: Check = (value, where) =>
  assert.match(String(value), addressPattern, where);
export const isUnsigned: Check = (value, where) => {
  assert.ok(typeof value === 'number' && Number.isSafeInteger(value) && value >= 0, where);
};
export const isList =
  (check: Check): Check =>
  (value, where) => {
    assert.ok(Array.isArray(value), where);
    for (const [index, each] of value.entries()) check(each, `${where}[${index}]`);
  };
/** A serde struct; unknown keys are errors if it denies unknown fields. */
export const isTable =
  (
    required: Readonly<Record<string, Check>>,
    optional: Readonly<Record<string, Check>>,
    others: 'ignored' | 'refused',
  ): Check =>
  (value, where) => {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), where);
    const table = value as Table;
    for (const key of Object.keys(required)) assert.ok(key in table, `${where}.${key} is missing`);
    for (const [key, each] of Object.entries(table)) {
      const check = required[key] ?? optional[key];
      if (check !== undefined) check(each, `${where}.${key}`);
      else assert.equal(others, 'ignored', `${where}.${key} is unknown`);
    }
  };

/** A serde struct that denies unknown fields. */
export const refusing = (required: Readonly<Record<string, Check>>, optional = {}) =>
  isTable(required, optional, 'refused');
