import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addressInAnchorToml,
  addressOfKeypairFile,
  declaredAddress,
  mayBeIdl,
  sameProgramName,
} from '../../../../src/extension/idl/programAddress.ts';

const address = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const other = 'Stake11111111111111111111111111111111111111';

describe('the address of a program of the workspace', () => {
  it('comes from declare_id! in its source, unless there are several', () => {
    assert.equal(declaredAddress(`use x;\ndeclare_id!("${address}");\n`), address);
    assert.equal(declaredAddress(`anchor_lang::declare_id!( "${address}" );`), address);
    assert.equal(declaredAddress(`// declare_id!("${address}");`), null);
    assert.equal(declaredAddress(`declare_id!("${address}");\ndeclare_id!("${other}");`), null);
    assert.equal(declaredAddress('declare_id!("1111")'), null);
  });

  it('comes from Anchor.toml, unless its clusters differ', () => {
    const toml = (local: string, main: string) =>
      `[programs.localnet]\nmy-vault = "${local}"\n[programs.mainnet]\nmy_vault = { address = "${main}" }\n[scripts]\nmy_vault = "x"\n`;
    assert.equal(addressInAnchorToml(toml(address, address), 'my_vault'), address);
    assert.equal(addressInAnchorToml(toml(address, other), 'myVault'), null);
    assert.equal(addressInAnchorToml(toml(address, address), 'vault'), null);
    assert.equal(addressInAnchorToml('[scripts]\nvault = "x"', 'vault'), null);
    assert.ok(sameProgramName('my-vault', 'myVault'));
  });

  it('comes from the public half of its deploy keypair', () => {
    const secret = Array.from({ length: 32 }, () => 255);
    const publicHalf = Array.from({ length: 32 }, () => 0);
    const file = (bytes: readonly number[]) => JSON.stringify(bytes);
    assert.equal(addressOfKeypairFile(file([...secret, ...publicHalf])), '1'.repeat(32));
    assert.equal(addressOfKeypairFile(file(publicHalf)), null);
    assert.equal(addressOfKeypairFile(file([...secret, ...publicHalf, 1])), null);
    assert.equal(addressOfKeypairFile(file([...secret, ...publicHalf.slice(1), 256])), null);
    assert.equal(addressOfKeypairFile('{}'), null);
  });
});

describe('a file of the workspace', () => {
  it('is only sent if it may be an IDL, so no keypair and no config with a secret is', () => {
    assert.ok(mayBeIdl('\uFEFF {"instructions": []}'));
    assert.ok(mayBeIdl('{"kind": "rootNode", "program": {}}'));
    assert.equal(mayBeIdl(JSON.stringify(Array.from({ length: 64 }, () => 7))), false);
    assert.equal(mayBeIdl('["instructions"]'), false);
    assert.equal(mayBeIdl('{"private_key": "x"}'), false);
    assert.equal(mayBeIdl(''), false);
  });
});
