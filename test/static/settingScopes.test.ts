import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readManifest } from '../../scripts/manifest.ts';

interface Setting {
  readonly scope?: string;
}

const { capabilities, contributes } = readManifest();
const settings = contributes.configuration.flatMap(({ properties }) =>
  Object.entries(properties as Readonly<Record<string, Setting>>),
);

/** A workspace may decide what is displayed, and how its bot is configured. */
const setByWorkspaces = [
  'arbscope.finder.baseTokens',
  'arbscope.finder.maximumTokens',
  'arbscope.finder.rankingSeconds',
  'arbscope.finder.thresholdSeconds',
  'arbscope.finder.percentileSeconds',
  'arbscope.finder.thresholdProfitsUsd',
  'arbscope.finder.thresholdRevenuesUsd',
  'arbscope.finder.thresholdTransactions',
  'arbscope.finder.feePercentile',
  'arbscope.finder.tipPercentile',
  'arbscope.finder.refreshSeconds',
  'arbscope.documentLinks.enabled',
  'arbscope.inlayHints.enabled',
  'arbscope.codeLens.enabled',
  'arbscope.export.processDelayMilliseconds',
  'arbscope.export.lookupTablesPerToken',
  'arbscope.export.lookupTablesPerFile',
  'arbscope.simulate.computeUnitMargin',
  'arbscope.simulate.codeLens',
  'arbscope.idl.files',
  'arbscope.botConfig.diagnostics',
  'arbscope.botConfig.addressFiles',
  'arbscope.botConfig.codeLens',
];

describe('A workspace', () => {
  test('can set nothing that decides about keys, hosts, requests of hovers, pictures or landing', () => {
    // A workspace's file can set every scope of VS Code except these two.
    const reachable = settings.filter(
      ([, { scope }]) => !/^(machine|application)$/.test(scope ?? ''),
    );
    assert.deepEqual(
      reachable.map(([id]) => id),
      setByWorkspaces,
    );
  });

  test('can set nothing by folder or in a block for one language', () => {
    for (const [id, { scope = 'window' }] of settings) {
      assert.match(scope, /^(machine|application|window|machine-overridable)$/, id);
    }
  });

  test('that is not trusted cannot make a connection ask for anything else, or more often', () => {
    const { restrictedConfigurations, supported } = capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    const asking = setByWorkspaces.filter((id) => id.startsWith('arbscope.finder.'));
    assert.deepEqual(
      new Set(restrictedConfigurations),
      new Set(['arbscope.connections', ...asking]),
    );
  });
});
