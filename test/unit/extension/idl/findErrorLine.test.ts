import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findErrorLine } from '../../../../src/extension/idl/findErrorLine.ts';

const source = `pub enum Kind {
    TooLate,
}

#[error_code]
pub enum Sale {
    #[msg("TooLate")]
    TooLate,
    Closed = 7,
}

#[derive(Error, Debug)]
enum Problem {
    Broken(u8),
}
`;

describe('the line of a program’s error', () => {
  it('is that of the variant in an error enum, not of other enums or texts', () => {
    assert.equal(findErrorLine(source, 'TooLate'), 7);
    assert.equal(findErrorLine(source, 'Closed'), 8);
    assert.equal(findErrorLine(source, 'Broken'), 13);
    assert.equal(findErrorLine(source, 'Late'), null);
    assert.equal(findErrorLine(source, 'a('), null);
    assert.equal(findErrorLine('enum SaleError {\n    TooLate,\n}\n', 'TooLate'), 1);
  });

  it('is found for a name in camel case, as Codama writes it, and behind an attribute', () => {
    assert.equal(findErrorLine(source, 'tooLate'), 7);
    assert.equal(findErrorLine(source, 'toolate'), null);
    const oneLine = '#[error_code]\nenum E {\n  #[msg("Late, [1]")] Late,\n}\n';
    assert.equal(findErrorLine(oneLine, 'Late'), 2);
  });
});
