import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPlace } from '../../../src/botConfig/findPlace.ts';

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

function placeIn(marked: string) {
  const offset = marked.indexOf('|');
  return findPlace(marked.replace('|', ''), offset);
}

const entry = `[[routing.mint_config_list]]\nmint = "${mint}"\nprocess_delay = 400\n`;

describe('A completion place of a config', () => {
  it('is a pool of the list’s program and the entry’s mint', () => {
    assert.deepEqual(placeIn(`${entry}raydium_pool_list = [\n  "|",\n]\n`)?.place, {
      ...{ kind: 'pool', program: raydium, mint },
    });
  });

  it('is a pool if the quote is not closed yet', () => {
    const place = placeIn(`${entry}raydium_pool_list = [\n  "BON|\n]\n`)?.place;
    assert.equal(place?.kind, 'pool');
  });

  it('is a pool of any program in flat markets and NotArb’s groups', () => {
    for (const text of [
      '[routing.markets]\nmarkets = ["|"]\nprocess_delay = 1\n',
      `{"groups": [["${mint}", "|"]]}`,
      '[[group]]\nmarkets = ["|"]\n',
    ]) {
      assert.deepEqual(placeIn(text)?.place, { kind: 'pool', program: null, mint: null }, text);
    }
  });

  it('is a mint, or a lookup table', () => {
    assert.equal(placeIn(entry.replace(mint, '|'))?.place.kind, 'mint');
    const place = placeIn(`${entry}lookup_table_accounts = ["|"]\n`)?.place;
    assert.equal(place?.kind, 'lookup-table');
  });

  it('is a key of the table, without those already present', () => {
    const text = `[bot]\nskip_ata_creation = true\n${entry}whirl|\nvertigo_pool_list = []\n[spam]\nenabled = true\n`;
    const found = placeIn(text);
    assert.equal(found?.form, 'smb-mints');
    assert.ok(found.place.kind === 'key');
    assert.equal(found.place.table, 'routing.mint_config_list');
    assert.deepEqual([...found.place.taken], ['mint', 'process_delay', 'vertigo_pool_list']);
    const offset = text.indexOf('whirl');
    assert.deepEqual(found.place.range, { start: offset, end: offset + 'whirl'.length });
  });

  it('is a key of NotArb’s strategies', () => {
    const found = placeIn('[[swap]]\nmint = "SOL"\n[[swap.strategy]]\nflash_loan = true\ncool|\n');
    assert.equal(found?.form, 'notarb-bot');
    assert.ok(found.place.kind === 'key');
    assert.equal(found.place.table, 'swap.strategy');
    assert.deepEqual([...found.place.taken], ['flash_loan']);
  });

  it('is missing after a number, in a comment or in a file that is not a config', () => {
    assert.equal(placeIn(`${entry}# |\n`), null);
    assert.equal(placeIn(entry.replace('400', '400|')), null);
    assert.equal(placeIn('const a = "|";'), null);
  });
});
