import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { LandingJournal } from '../../../../src/backend/landing/landingJournal.ts';
import { LandingService } from '../../../../src/backend/landing/landingService.ts';
import type {
  LandingEntry,
  LandingPlan,
} from '../../../../src/backend/protocol/landingProtocol.ts';
import type { Connection } from '../../../../src/extension/base/connections.ts';
import { ConfirmedReceivers } from '../../../../src/extension/connections/confirmedReceivers.ts';
import { LandingClient } from '../../../../src/extension/landing/landingClient.ts';
import type { LandTransactionCommand } from '../../../../src/extension/landing/landTransactionCommand.ts';
import type { ChoicePrompt, Prompter } from '../../../../src/extension/ui/prompts/prompter.ts';
import type {
  Finding,
  SimulationReport,
} from '../../../../src/solana/landing/transactionReport.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';
import { FakeLandingTarget } from '../../backend/landing/fakeLandingTarget.ts';
import { MementoDouble } from '../mementoDouble.ts';
import {
  editor,
  replaceVscode,
  settings,
  settingValues,
  window,
  workspace,
} from '../vscodeDouble.ts';

replaceVscode();
const { LandTransactionCommand: Command } = await import(
  '../../../../src/extension/landing/landTransactionCommand.ts'
);
const { gainLimits, landingOptions } = await import(
  '../../../../src/extension/landing/landingSettings.ts'
);

const cashbackAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const { signal } = new AbortController();

class Reader implements Prompter {
  readonly previews: string[] = [];
  readonly questions: string[] = [];
  readonly defaults: (string | undefined)[] = [];
  readonly told: string[] = [];
  /** Labels to press, one per preview; after the last, sends. */
  presses: (RegExp | 'leave')[] = [];
  isSure: (question: string) => boolean = () => true;
  duringPreview = async (): Promise<void> => undefined;
  duringDialog = async (): Promise<void> => undefined;

  async text() {
    return 'cancelled' as const;
  }

  async choose<Value>({ choices }: ChoicePrompt<Value>) {
    this.previews.push(choices.map(({ label, detail }) => `${label} ${detail ?? ''}`).join('\n'));
    const press = this.presses.shift() ?? /Send to/;
    await this.duringPreview();
    const choice = press === 'leave' ? undefined : choices.find(({ label }) => press.test(label));
    return choice === undefined ? ('cancelled' as const) : { value: choice.value };
  }

  async confirm({ message, detail, defaultLabel }: Parameters<Prompter['confirm']>[0]) {
    this.defaults.push(defaultLabel);
    const question = `${message}\n${detail ?? ''}`;
    this.questions.push(question);
    const isSure = this.isSure(question);
    await this.duringDialog();
    return isSure;
  }

  async notify(_kind: string, message: string) {
    this.told.push(message);
    return undefined;
  }
}

describe('The command Land Signed Transaction', () => {
  let target: FakeLandingTarget;
  let service: LandingService;
  let reader: Reader;
  let receivers: ConfirmedReceivers;
  let command: LandTransactionCommand;
  let bytes: Uint8Array;
  let errors: string[];
  /** Of what was sent. */
  let outcome: Partial<LandingEntry>;
  /** Findings for each plan check in turn; then none. */
  let aged: (readonly Finding[])[];
  let idlError: NonNullable<SimulationReport['idlError']> | null;
  let opened: string[];

  beforeEach(async () => {
    target = new FakeLandingTarget();
    service = new LandingService({ journal: new LandingJournal(null), onEntry: () => undefined });
    reader = new Reader();
    errors = [];
    outcome = { state: 'landed', submittedSlot: 41, landedSlot: 42 };
    aged = [];
    idlError = null;
    opened = [];
    Object.assign(window, { showErrorMessage: async (text: string) => void errors.push(text) });
    receivers = new ConfirmedReceivers(new MementoDouble());
    await receivers.add(target.origin);
    bytes = await signedTransaction();
    const current = { kind: 'service', name: 'Prod' } as Connection;
    const client = new LandingClient({
      active: {
        current,
        request: (method, request) => answer(method, request),
        settingsOf: async () => ({ kind: 'sandbox' }),
      },
      store: { all: [] },
      wallets: async () => [],
      cluster: () => 'automatic',
      options: landingOptions,
      gainLimits,
    });
    command = new Command({
      client,
      receivers,
      active: { current, overview: { blockedReason: null, backend: { kind: 'ready' } } as never },
      prompter: reader,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
      errorSources: {
        find: async (_program, error) => (error === 'TooLate' ? 'src/lib.rs:3' : ''),
        open: async (label) => void opened.push(label),
      },
      showLandings: () => undefined,
      outcomeOf: async (entry) => ({ ...entry, ...outcome }),
      gainOf: async () => 3.49,
    });
  });
  afterEach(() => {
    command.dispose();
    service.close();
    settings.clear();
    workspace.isTrusted = true;
  });

  let tip = 2_000_000n;
  async function signedTransaction(): Promise<Uint8Array> {
    const payer = await wallet(1);
    tip += 1n;
    return await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.computeUnitLimit(60_000), instructions.tip(payer.address, tip)],
      blockhash: '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
    });
  }

  /** Copies the request, as the channel does. */
  const answer = async (method: string, request: object): Promise<unknown> => {
    const members = structuredClone(request) as never;
    if (method === 'checkLandingPlan') return aged.shift() ?? [];
    return method === 'prepareLanding'
      ? withError(await service.prepare(target, members, signal))
      : await service.land(target, (members as { readonly planId: string }).planId);
  };
  const withError = (plan: LandingPlan): LandingPlan => {
    if (idlError === null) return plan;
    const simulation: SimulationReport = {
      ...{ isSuccess: false, error: 'Too late', advice: null, unitsConsumed: null, logs: [] },
      ...{ slot: null, commitment: 'confirmed', changes: [], idlError },
    };
    return { ...plan, reports: plan.reports.map((report) => ({ ...report, simulation })) };
  };
  const land = (given: unknown = bytes) => editor.commands.get('arbscope.landTransaction')?.(given);
  const setOptions = (options: object) => settings.set('arbscope.landing.options', options);
  const transaction = () => Buffer.from(bytes).toString('base64');

  test('tells the outcome once it is known, with the slots and the gain', async () => {
    const outcomes = [
      [{ state: 'landed' }, /^\S+ landed in 1 slot, \+\$3\.49$/],
      [{ state: 'landed', landedSlot: 44 }, /^\S+ landed in 3 slots, \+\$3\.49$/],
      [{ state: 'failed', message: 'No profit' }, /^\S+ failed on chain: No profit$/],
      [{ state: 'expired' }, /^\S+ expired: it cannot land any more/],
    ] as const;
    for (const [known, expected] of outcomes) {
      outcome = { ...outcome, ...known };
      reader.presses = [/Send to/];
      bytes = await signedTransaction();
      await land();
      await setImmediate();
      assert.match(reader.told.splice(0).join(' & '), expected);
    }
  });

  test('opens the source line of the error of the workspace’s program', async () => {
    reader.presses = [/Open src\/lib\.rs:3/];
    idlError = { program: 'Mine', name: 'TooLate' };
    await land();
    assert.deepEqual([opened, target.sent], [['src/lib.rs:3'], []]);
    reader.presses = ['leave'];
    idlError = { program: 'Mine', name: 'Elsewhere' };
    await land();
    assert.doesNotMatch(reader.previews[1] ?? '', /lib\.rs/);
  });

  test('sends what the dialog shows, whatever changes while it is open', async () => {
    reader.presses = [/protection: off/, /Send to/];
    reader.duringDialog = async () => {
      reader.duringDialog = async () => undefined;
      // Another extension changes the setting, runs the command and turns protection off.
      setOptions({ cashbackAddress, skipPreflight: true });
      reader.presses = [/protection: on/, 'leave'];
      await land();
    };
    assert.equal(((await land()) as { state: string }[])[0]?.state, 'accepted');
    assert.equal(reader.questions.length, 1);
    assert.match(reader.questions[0] ?? '', /Front-running protection: on\nSent as a bundle only/);
    assert.doesNotMatch(reader.questions[0] ?? '', /Cashback/);
    assert.deepEqual(target.sent, [[transaction(), { frontRunningProtection: true }]]);
  });

  test('shows the preview again if a setting has changed, and sends with the new setting', async () => {
    reader.duringPreview = async () => void setOptions({ cashbackAddress });
    await land();
    assert.equal(reader.previews.length, 2);
    assert.ok(reader.previews[1]?.includes(cashbackAddress));
    assert.match(reader.told[0] ?? '', /settings have changed\. Review again/);
    assert.equal(reader.questions.length, 1);
    assert.ok(reader.questions[0]?.includes(`Cashback goes to: ${cashbackAddress}`));
    assert.deepEqual(target.sent, [
      [transaction(), { cashbackAddress, frontRunningProtection: false }],
    ]);
  });

  test('does not send if the connection changes while the dialog is open', async () => {
    reader.duringDialog = async () => {
      target.settingsId = 'settings-2';
    };
    assert.equal(await land(), undefined);
    assert.deepEqual(target.sent, []);
    assert.match(errors[0] ?? '', /because the connection has changed/);
  });

  test('requires a separate confirmation, once, for a receiver that the user has not entered', async () => {
    Object.assign(target, { origin: 'https://evil.example' });
    reader.isSure = (question) => !question.startsWith('New receiver: https://evil.example');
    reader.presses = [/Send to/, 'leave'];
    assert.equal(await land(), undefined);
    assert.deepEqual(target.sent, []);
    assert.match(reader.previews[0] ?? '', /New receiver https:\/\/evil\.example/);
    assert.equal(reader.questions.length, 1, 'the usual dialog does not stand in for it');
    reader.isSure = () => true;
    await land();
    await land();
    const asked = reader.questions.map((question) => /^New receiver/.test(question));
    assert.deepEqual(asked, [true, true, false, false]);
    assert.equal(target.sent.length, 2);
  });

  test('does not read the transaction in an untrusted workspace', async () => {
    workspace.isTrusted = false;
    assert.equal(await land(), undefined);
    assert.deepEqual([reader.previews, reader.questions, target.sent], [[], [], []]);
    assert.match(reader.told[0] ?? '', /Trust this workspace/);
  });

  test('never sends without a confirmation, even when run by another extension', async () => {
    settings.set('arbscope.landing.confirmSandbox', false);
    reader.isSure = () => false;
    reader.presses = [/Send to/, 'leave'];
    assert.equal(await land(), undefined);
    assert.equal(reader.questions.length, 1);
    assert.deepEqual(target.sent, []);
  });

  test('ignores changes that the caller makes to the bytes later', async () => {
    const given = Uint8Array.from(bytes);
    reader.presses = [/protection: off/, /Send to/];
    reader.duringPreview = async () => void given.fill(7);
    reader.duringDialog = reader.duringPreview;
    await land(given);
    assert.equal(target.sent[0]?.[0], transaction());
  });

  const old: Finding = {
    rank: 'warn',
    code: 'simulation-old',
    message: 'Simulation 73 s old',
    detail: 'Its figures may no longer hold.',
  };

  test('offers to simulate again if the simulation is old, and sends if the user insists', async () => {
    aged = [[old]];
    let isFirst = true;
    reader.isSure = () => !isFirst;
    reader.duringDialog = async () => {
      isFirst = false;
    };
    await land();
    assert.equal(reader.previews.length, 2, 'a new simulation is shown');
    assert.match(reader.questions[0] ?? '', /⚠ Simulation 73 s old\nIts figures may no longer/);
    assert.doesNotMatch(reader.questions[1] ?? '', /s old/);
    assert.equal(reader.defaults[0], 'Simulate Again');
    assert.equal(target.sent.length, 1);
    aged = [[old]];
    await land();
    assert.match(reader.questions[2] ?? '', /s old/);
    assert.equal(target.sent.length, 2, 'sent anyway');
  });

  test('requires another confirmation if the simulation becomes old while the dialog is open', async () => {
    aged = [[], [old]];
    reader.isSure = (question) => !/s old/.test(question);
    reader.presses = [/Send to/, 'leave'];
    await land();
    assert.equal(reader.questions.length, 2);
    assert.deepEqual(target.sent, []);
  });

  test('opens the simulation panel from the preview without sending', async () => {
    editor.executed.length = 0;
    reader.presses = [/Open Simulation/];
    assert.equal(await land(), undefined);
    assert.deepEqual(editor.executed, [['arbscope.simulateTransaction', transaction()]]);
    assert.deepEqual([reader.questions, target.sent], [[], []]);
  });

  test('uses the user’s own limits and ignores those of the workspace', async () => {
    const by = (globalValue: unknown) => ({ defaultValue: 90, globalValue, workspaceValue: 100 });
    const limits = (tip: unknown, age: unknown) => {
      settingValues.set('arbscope.landing.maxTipShare', by(tip));
      settingValues.set('arbscope.landing.maxSimulationAgeSeconds', by(age));
      settingValues.set('arbscope.landing.warnNetGainNegative', {
        globalValue: tip === null ? false : undefined,
        workspaceValue: false,
      });
      const { warnsNetGainNegative, maxTipSharePercent, maxSimulationAgeSeconds } = gainLimits();
      return [warnsNetGainNegative, maxTipSharePercent, maxSimulationAgeSeconds];
    };
    try {
      assert.deepEqual(limits(undefined, undefined), [true, 90, 10]);
      assert.deepEqual(limits(62.5, 1.5), [true, 62.5, 1.5]);
      assert.deepEqual(limits(null, null), [false, null, null]);
      assert.deepEqual(limits('all', 'none'), [true, 90, 10]);
      assert.deepEqual(limits(-1, -1), [true, 90, 10]);
    } finally {
      settingValues.clear();
    }
  });
});
