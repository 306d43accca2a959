import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigResponder } from '../../../src/botConfig/worker/configResponder.ts';
import {
  type ConfigRequest,
  isConfigMessage,
  maxConfigProblems,
  type ReadConfig,
} from '../../../src/botConfig/worker/messages.ts';

const wsol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';

const text = `[[routing.mint_config_list]]
mint = "${usdc}"
process_delay = 400
raydium_pool_list = ["${wsol}"]
`;

function responder() {
  const target = new ConfigResponder();
  let id = 0;
  return (request: ConfigRequest) => {
    id += 1;
    const answer = target.respond({ id, request });
    assert.equal(answer.id, id);
    return answer;
  };
}

const read = (given: string, version = 1): ConfigRequest => ({
  ...{ kind: 'read', document: 'a', version, text: given, isAddressFile: false },
});

const configIn = (response: unknown) => response as ReadConfig;

describe('The thread for bot configs', () => {
  it('checks with the pools it received, and forgets those of another connection', () => {
    const ask = responder();
    ask(read(text));
    const check: ConfigRequest = { kind: 'check', document: 'a', version: 1, nowMilliseconds: 0 };
    const problemsOf = () => {
      const answer = ask(check);
      assert.ok('response' in answer);
      return configIn(answer.response).problems.map(({ code }) => code);
    };
    assert.deepEqual(problemsOf(), []);
    const pool = { program: whirlpool, mints: [usdc, wsol], lookupTable: '' };
    ask({ kind: 'pools', isReset: true, pools: [[wsol, pool]] });
    assert.deepEqual(problemsOf(), ['wrong-program']);
    ask({ kind: 'pools', isReset: true, pools: [] });
    assert.deepEqual(problemsOf(), []);
  });

  it('edits only the version that a request refers to', () => {
    const ask = responder();
    const edit = { kind: 'remove-pools', pools: [wsol] } as const;
    assert.deepEqual(ask({ kind: 'edit', document: 'a', version: 1, edit }), {
      ...{ id: 1, failure: 'unknown-text' },
    });
    ask(read(text));
    const found = ask({ kind: 'edit', document: 'a', version: 1, edit });
    assert.ok('response' in found && Array.isArray(found.response) && found.response.length > 0);
    const other = ask({ kind: 'edit', document: 'a', version: 2, edit });
    assert.ok('failure' in other && other.failure === 'unknown-text');
    ask({ kind: 'close', document: 'a' });
    const closed = ask({ kind: 'edit', document: 'a', version: 1, edit });
    assert.ok('failure' in closed && closed.failure === 'unknown-text');
  });

  it('adds a pool to the list of its program', () => {
    const ask = responder();
    ask(read(text));
    const addition = {
      pool: raydium,
      program: raydium,
      mints: [usdc, wsol],
      group: 0,
      newGroup: null,
      comment: '',
    };
    const edit = { kind: 'add-pools', additions: [addition] } as const;
    const found = ask({ kind: 'edit', document: 'a', version: 1, edit });
    assert.ok('response' in found);
    assert.match(JSON.stringify(found.response), new RegExp(raydium));
  });

  it('reports at most 1,000 problems, the most severe, and the number of others', () => {
    const wrong = Array.from({ length: 1_500 }, (_, index) => `unknown_${index} = 1`).join('\n');
    const ask = responder();
    const answer = ask(read(`${text}mint_config = 1\n${wrong}\n[[routing.mint_config_list]]\n`));
    assert.ok('response' in answer);
    const { problems, omittedProblems } = configIn(answer.response);
    assert.equal(problems.length, maxConfigProblems);
    assert.ok(omittedProblems > 500);
    assert.ok(problems.some(({ code }) => code === 'missing-key'));
  });

  it('reads the addresses of any file only if that is requested', () => {
    const source = `const pools = ['${usdc}'];`;
    const ask = responder();
    const none = ask(read(source));
    assert.ok('response' in none);
    assert.equal(configIn(none.response).config, null);
    const wanted = ask({ ...read(source, 2), isAddressFile: true } as ConfigRequest);
    assert.ok('response' in wanted);
    const { config } = configIn(wanted.response);
    assert.equal(config?.form, 'addresses');
  });

  it('accepts only valid messages', () => {
    assert.ok(isConfigMessage({ id: 1, request: read(text) }));
    const wrong: readonly unknown[] = [
      null,
      { id: 1 },
      { id: 'one', request: read(text) },
      { id: 1, request: { ...read(text), text: 1 } },
      { id: 1, request: { ...read(text), version: null } },
      { id: 1, request: { kind: 'toString', document: 'a', version: 1 } },
      { id: 1, request: { kind: 'pools', pools: {} } },
    ];
    for (const each of wrong) assert.ok(!isConfigMessage(each));
  });
});
