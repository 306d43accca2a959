import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as specification from '../../fixtures/specification.ts';
import { sharedData, skipWithout } from '../../sharedData.ts';

/**
 * Compares the transcription with the document itself, if available. Tables are located by their
 * headings; a table or row missing from the transcription is a fault.
 */
const path = sharedData('interface.md');

type Row = readonly string[];

interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly tables: readonly (readonly Row[])[];
}

function readSections(text: string): Section[] {
  return text.split(/^#{2,3} /m).map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const tables: Row[][] = [];
    lines.forEach((line, index) => {
      if (!line.startsWith('|')) return;
      const row = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (!lines[index - 1]?.startsWith('|')) tables.push([]);
      if (!/^[-| ]+$/.test(line)) tables.at(-1)?.push(row);
    });
    // Each table starts with its header row.
    return { heading, lines, tables: tables.map((rows) => rows.slice(1)) };
  });
}

const backticked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inner]) => inner);

const kindOf = (shape: specification.Shape | undefined): string => {
  if (shape === undefined) return 'missing';
  if (typeof shape === 'string') return shape;
  return Array.isArray(shape) ? 'array' : 'object';
};

const at = (shape: specification.Shape, dotted: string): specification.Shape | undefined =>
  dotted
    .split('.')
    .reduce<specification.Shape | undefined>(
      (inner, name) =>
        typeof inner === 'object' && !Array.isArray(inner)
          ? (inner as Readonly<Record<string, specification.Shape>>)[name]
          : undefined,
      shape,
    );

describe('The transcribed specification matches the document:', { skip: skipWithout(path) }, () => {
  const sections = path === undefined ? [] : readSections(readFileSync(path, 'utf8'));
  const section = (start: string): Section => {
    const found = sections.filter(
      ({ heading }) => heading === start || heading.startsWith(`${start} (`),
    );
    assert.equal(found.length, 1, `sections called ${start}`);
    return found[0] ?? { heading: '', lines: [], tables: [] };
  };

  for (const [heading, shapes] of Object.entries(specification.resources)) {
    test(`${heading}: same fields of the same types`, () => {
      const { tables } = section(heading);
      assert.equal(tables.length, shapes.length);
      tables.forEach((rows, index) => {
        const shape = shapes[index] ?? {};
        for (const [field = '', type = ''] of rows) {
          const inner = at(shape, field);
          assert.equal(kindOf(inner), type.split(/[ ,:]/)[0], `${heading}: ${field}`);
          if (kindOf(inner) === 'object' && inner !== undefined) {
            const named = backticked(type).filter((name) => /^[a-z_]+$/i.test(name ?? ''));
            for (const name of named) {
              assert.equal(JSON.stringify(inner).includes(`"${name}":`), true, `${field}: ${name}`);
            }
          }
        }
        assert.deepEqual(
          [...new Set(rows.map(([field = '']) => field.split('.')[0]))],
          Object.keys(shape),
        );
      });
    });
  }

  test('filters: same members', () => {
    const kinds = {
      Lists: 'array',
      Integers: 'integer',
      'Decimal numbers': 'number',
      Strings: 'string',
    };
    const seen: (string | undefined)[] = [];
    for (const line of section('Filters object').lines) {
      for (const [start, kind] of Object.entries(kinds)) {
        if (!line.startsWith(`- ${start}:`)) continue;
        for (const name of backticked(line)) {
          assert.equal(kindOf(specification.filters[name ?? '']), kind, name);
          seen.push(name);
        }
      }
      if (line.startsWith('- `tokensAMMS`')) seen.push('tokensAMMS');
    }
    assert.deepEqual(seen.sort(), Object.keys(specification.filters).sort());
  });

  test('operations: same names, methods and paths', () => {
    const [rows = []] = section('Common rules').tables;
    assert.deepEqual(
      rows,
      Object.values(specification.operations).map(({ title, method, base, path: at }) => [
        title,
        `${method} ${base}${at}`,
      ]),
    );
  });

  for (const { title, method, base, path: at, parameters } of Object.values(
    specification.operations,
  )) {
    test(`${title}: same parameters`, () => {
      const { tables, lines } = section(`${title}: ${method} ${base}${at}`);
      const [table = []] = tables;
      // Fees have the parameters of tips, as the text says.
      const rows =
        table.length > 0
          ? table
          : backticked(lines.find((line) => line.startsWith('Parameters are')) ?? '').map(
              (name) => [name ?? '', '', ''],
            );
      const names = rows
        .flatMap(([name = '']) => name.split(', '))
        // The landing options are an element of `params`.
        .filter((name) => !name.includes('['));
      assert.deepEqual(names, Object.keys(parameters));
      for (const [name = '', type = '', ...rules] of rows) {
        for (const each of name.split(', ')) {
          const parameter = parameters[each];
          if (parameter === undefined || type === '') continue;
          assert.equal(kindOf(parameter.type), type.split(/[ ,:]/)[0], each);
          const text = rules.join(' ');
          if (/^(required)/.test(text)) assert.equal(parameter.required, 'required', each);
          const isOptional = /^optional/.test(text);
          assert.equal(parameter.required === 'optional', isOptional, each);
          const values = backticked(text).filter((value) => /^[A-Z_]{3,}$/.test(value ?? ''));
          if (values.length > 0) assert.deepEqual(parameter.values, values, each);
          const [, minimum, maximum] = /min (\d+), max (\d+)/.exec(text) ?? [];
          if (maximum !== undefined) {
            assert.deepEqual(
              [parameter.minimum, parameter.maximum],
              [Number(minimum), Number(maximum)],
            );
          }
        }
      }
    });
  }

  test('rate limits: same figures', () => {
    const [rates = []] = section('Limits').tables;
    const expected = Object.values(specification.operations)
      .filter(({ rate }) => rate !== null)
      .map(({ title, rate }) => [
        title,
        `${rate?.requestsByTier.join('/')} requests per ${rate?.windowSeconds === 1 ? 'second' : 'minute'}`,
      ]);
    assert.deepEqual(rates, expected);
  });

  test('constants: same figures', () => {
    const [, rows = []] = section('Limits').tables;
    const { constants } = specification;
    assert.deepEqual(
      rows.map(([, value = '']) => value.match(/\d+/g)?.map(Number)),
      [
        Object.values(constants.finderTokensMaxRange),
        Object.values(constants.timeRangeLimitsSeconds),
        [constants.minFinderTransactions],
        [constants.minFinderMarketCapUsd],
        [constants.maxFinderPoolsPerAmm],
        [constants.maxWalletsPerRequest],
        [constants.maxWalletTransactions],
        [constants.walletOverviewWindowSeconds / 3_600],
      ],
    );
  });

  test('percentile keys and plans: same values', () => {
    const keys = section('Percentile table').lines.find((line) => line.startsWith('- Keys are'));
    assert.deepEqual(backticked(keys ?? ''), specification.enumerations.percentileKeys);
    const plans = section('Authentication').lines.find((line) => line.startsWith('- Plans named'));
    assert.deepEqual(backticked(plans ?? ''), specification.enumerations.plans);
  });
});
