import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verifyExport } from '../../../src/botConfig/verifyExport.ts';
import { addressOf, table } from '../extension/finder/exports/finderResponses.ts';
import { example } from './exampleConfigs.ts';

const text = `[routing.markets]
markets = ["${addressOf(1)}", "${addressOf(2)}"]
lookup_table_accounts = ["${table(1)}"]
process_delay = 400
`;
const pools = [addressOf(2), addressOf(1)];

describe('An exported config', () => {
  it('is correct with the pools that were written, in any order', () => {
    assert.equal(verifyExport(text, { form: 'smb-markets', pools }), null);
    assert.equal(
      verifyExport(text, { form: 'smb-markets', pools, lookupTables: [table(1)] }),
      null,
    );
  });

  it('is wrong if it has another form, or none', () => {
    const expected = { form: 'smb-mints', pools } as const;
    assert.deepEqual(verifyExport(text, expected), { kind: 'unrecognized' });
    assert.deepEqual(verifyExport('', expected), { kind: 'unrecognized' });
  });

  it('is wrong if the bot would refuse it', () => {
    const broken = verifyExport(text.replace(', ', ' '), { form: 'smb-markets', pools });
    assert.deepEqual(broken?.kind === 'problem' && broken.problem.code, 'syntax');
    const invalid = text.replace(addressOf(2), 'x');
    const found = verifyExport(invalid, { form: 'smb-markets', pools: [addressOf(1)] });
    assert.deepEqual(found?.kind === 'problem' && found.problem.code, 'invalid-address');
  });

  it('is wrong with a pool or a table too few or too many', () => {
    assert.deepEqual(verifyExport(text, { form: 'smb-markets', pools: [addressOf(1)] }), {
      ...{ kind: 'pools', missing: 0, added: 1 },
    });
    const more = [...pools, addressOf(3)];
    assert.deepEqual(verifyExport(text, { form: 'smb-markets', pools: more }), {
      ...{ kind: 'pools', missing: 1, added: 0 },
    });
    assert.deepEqual(verifyExport(text, { form: 'smb-markets', pools, lookupTables: [] }), {
      ...{ kind: 'lookup-tables', missing: 0, added: 1 },
    });
  });

  it('in the no-trade form is correct without pools, as is an empty list of tables', () => {
    const noTrade = example('smb-no-trade.toml');
    assert.equal(verifyExport(noTrade, { form: 'smb-mints', pools: [] }), null);
    for (const empty of ['', '# No trade: none.\n']) {
      const expected = { form: 'lookup-tables', pools: [], lookupTables: [] } as const;
      assert.equal(verifyExport(empty, expected), null);
    }
  });
});
