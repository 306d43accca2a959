import type { Mutation } from './mutation.ts';

const gain = 'src/solana/landing/checkGain.ts';
const command = 'src/extension/landing/landTransactionCommand.ts';
const risk = 'src/extension/landing/amountAtRisk.ts';
const gainTests = ['test/unit/solana/landing/checkGain.test.ts'];
const commandTests = ['test/unit/extension/landing/landTransactionCommand.test.ts'];
const routeTests = ['test/unit/extension/landing/landingRoute.test.ts'];
const planTests = ['test/unit/backend/landing/landingService.test.ts'];

/** What the landing preview warns about in trades. */
export const landingGainMutations: readonly Mutation[] = [
  {
    protection: 'A trade that loses after tip and fee is warned about',
    file: gain,
    find: 'if (limits.warnsNetGainNegative && isLoss(trade)) {',
    replace: 'if (limits.warnsNetGainNegative && trade === null) {',
    tests: gainTests,
  },
  {
    protection: 'A tip above the user’s share of the gain is warned about',
    file: gain,
    find: 'tipShare * 100 > limit',
    replace: 'tipShare > limit',
    tests: gainTests,
  },
  {
    protection: 'A simulation of an old slot is warned about',
    file: gain,
    find: '  if (old !== null) findings.warn(old.code, old.message, old.detail);\n',
    replace: '',
    tests: gainTests,
  },
  {
    protection: 'A simulation that fails is not judged by gains that it does not make',
    file: 'src/solana/landing/simulatedOutcome.ts',
    find: "outcome?.kind === 'trade' && outcome.type !== 'failed' ? outcome : null",
    replace: "outcome?.kind === 'trade' ? outcome : null",
    tests: gainTests,
  },
  {
    protection: 'A plan whose simulation grew old is found to be so',
    file: 'src/backend/landing/landingService.ts',
    find: 'return old === null ? [] : [old];',
    replace: 'return [];',
    tests: planTests,
  },
  {
    protection: 'A simulation that grew old is told before the confirmation',
    file: command,
    find: '    let aged = await client.checkPlan(plan);\n',
    replace: '    let aged: Awaited<ReturnType<typeof client.checkPlan>> = [];\n',
    tests: commandTests,
  },
  {
    protection: 'A simulation that grew old behind the dialog is told before it is sent',
    file: command,
    find: '      aged = await client.checkPlan(plan);\n',
    replace: '',
    tests: commandTests,
  },
  {
    protection: 'Limits of the gain are the user’s own, not a workspace’s',
    file: 'src/extension/landing/landingSettings.ts',
    find: 'import { readUserSetting, userSettingValue } from',
    replace: 'import { readUserSetting, readSetting as userSettingValue } from',
    tests: commandTests,
  },
  {
    protection: 'The amount at risk has the input of the route',
    file: risk,
    find: 'formatLamportsAsSol(fee + tips + route + lamports)',
    replace: 'formatLamportsAsSol(fee + tips + lamports)',
    tests: routeTests,
  },
];
