import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeInstructionData } from '../../../../src/engine/idl/decodeData.ts';
import { formatIdlValue } from '../../../../src/engine/idl/formatIdlValue.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import { difficultCases } from './difficultFiles.ts';

const cases = difficultCases();

describe('an instruction decodes from a broken or difficult IDL', () => {
  for (const { title, file, data, expected } of cases) {
    it(title, () => {
      const read = readIdl(file);
      const idl = read.kind === 'idl' ? read.idls[0] : undefined;
      assert.ok(idl);
      const { state, layout, fields, fault } = decodeInstructionData(idl, data);
      assert.equal(layout?.name, 'go');
      const shown = fields.map(({ value }) => (value === null ? '-' : formatIdlValue(value, 3)));
      if (expected[1] === 'ends at the limit') {
        assert.match(fault ?? '', /nested deeper than 64$/);
        assert.equal(state, expected[0]);
      } else {
        assert.deepEqual([state, ...shown], expected);
      }
      assert.equal(fault !== null, state === 'short' || state === 'invalid');
    });
  }

  it('in at least two hundred ways', () => {
    assert.ok(cases.length >= 200, String(cases.length));
  });
});
