import type { Mutation } from './mutation.ts';

const folder = 'src/extension/simulate';
const page = 'src/webview/simulate';
const adviceTests = ['test/unit/extension/simulate/advice.test.ts'];
const panelTests = ['test/unit/extension/simulate/simulatePanel.test.ts'];
const runsTests = ['test/unit/extension/simulate/simulationRuns.test.ts'];
const sourceTests = ['test/unit/extension/simulate/simulationSource.test.ts'];
const modelTests = ['test/unit/webview/simulate/simulateModels.test.ts'];
const pageTests = { tests: ['test/browser/simulatePage.test.ts'], needsBuild: true };
const hostSuites = ['simulate'];

/** The extension's and the page's part of Simulate; the backend's: `simulate.ts`. */
export const simulatePanelMutations: readonly Mutation[] = [
  {
    protection: 'A simulation that fails is not advised on: it stopped early',
    file: `${folder}/advice.ts`,
    find: '  if (!transaction.is_success) return [];\n',
    replace: '',
    tests: adviceTests,
  },
  {
    protection: 'The advised compute unit limit is one that a transaction may have',
    file: `${folder}/advice.ts`,
    find: 'Math.min(maxComputeUnitLimit, Math.ceil(',
    replace: 'Math.max(1, Math.ceil(',
    tests: adviceTests,
  },
  {
    protection: 'The break-even tip leaves room for the fee of the bot',
    file: `${folder}/advice.ts`,
    find: 'sum(gains) - sum(botFees) - fees',
    replace: 'sum(gains) - 0n * sum(botFees) - fees',
    tests: adviceTests,
  },
  {
    protection: 'A gain in a token without a price has no break-even tip',
    file: `${folder}/advice.ts`,
    find: '!Number.isFinite(net_gains_sol) || parts.some(({ price }) => price === null)',
    replace: '!Number.isFinite(net_gains_sol)',
    tests: adviceTests,
  },
  {
    protection: 'Each simulation is of the newest state',
    file: `${folder}/loadSimulateContent.ts`,
    find: '    forceRefresh: true,\n',
    replace: '',
    tests: panelTests,
  },
  {
    protection: 'Tips that cannot be had do not hide a simulation',
    file: `${folder}/loadSimulateContent.ts`,
    find: "    if (signal.aborted || error.kind === 'cancelled') throw error;\n",
    replace: '    if (error !== null) throw error;\n',
    tests: panelTests,
  },
  {
    protection: 'Runs of two connections are never compared',
    file: `${folder}/loadSimulateContent.ts`,
    find: 'runs.add(runsKey(name, state)',
    replace: "runs.add(runsKey(name && '', state)",
    tests: panelTests,
  },
  {
    protection: 'Names of strangers are shown visibly and bounded',
    file: `${folder}/simulateContent.ts`,
    find: 'const name = (text: string): string => sanitizeText(text, maxNameLength);',
    replace: 'const name = (text: string): string => sanitizeText(text, maxNameLength) && text;',
    tests: panelTests,
  },
  {
    protection: 'A log of any length is shown up to a limit',
    file: `${folder}/simulateContent.ts`,
    find: 'transaction.logs.slice(0, maxEntries)',
    replace: 'transaction.logs.slice(0)',
    tests: panelTests,
  },
  {
    protection: 'A run that fails loses its fee',
    file: `${folder}/simulateContent.ts`,
    find: '  if (!is_success) return -Number(base_fee + priority_fee) / 1e9;\n',
    replace: '  if (!is_success) return Number(base_fee - base_fee + priority_fee) / 1e9;\n',
    tests: runsTests,
  },
  {
    protection: 'What an incomplete response gains is unknown in its run',
    file: `${folder}/simulateContent.ts`,
    find: '  if (record === null || (!is_complete && record.route_map_details.length === 0)) return null;\n',
    replace: '  if (record === null) return is_complete ? null : 0;\n',
    tests: runsTests,
  },
  {
    protection: 'The run that the others are compared with stays',
    file: `${folder}/simulationRuns.ts`,
    find: '[first, ...others.slice(1 - maxSimulationRuns)]',
    replace: '[...others.slice(-maxSimulationRuns)]',
    tests: runsTests,
  },
  {
    protection: 'Stored runs are checked when they are read',
    file: `${folder}/simulationRuns.ts`,
    find: '(stored as readonly unknown[]).filter(isEntry)',
    replace:
      '(stored as readonly Entry[]).filter((each) => isEntry !== null && each !== undefined)',
    tests: runsTests,
  },
  {
    protection: 'Only a transaction that comes from a file follows its saves',
    file: `${folder}/simulatePanel.ts`,
    find: '          if (!canFollow(state.source)) return;\n',
    replace: '          if (!canFollow(state.source) && !state.isOnSave) return;\n',
    tests: panelTests,
  },
  {
    protection: 'A transaction whose name is gone is not mistaken for the one at its place',
    file: `${folder}/simulationSource.ts`,
    find: '  if (variable !== null && named.length === 0) return null;\n',
    replace: '',
    tests: sourceTests,
  },
  {
    protection: 'A new blockhash alone does not part the runs of a transaction',
    file: `${folder}/simulationSource.ts`,
    find: '    : transactions.map(withoutBlockhash);\n',
    replace:
      "    : transactions.map((each) => withoutBlockhash(each) && Buffer.from(each).toString('hex'));\n",
    tests: sourceTests,
  },
  {
    protection: 'A secret key in source is neither simulated nor shown',
    file: `${folder}/simulationInput.ts`,
    find: "  if (complaint !== null || input.kind !== 'transactions') return { problem: complaint ?? '' };\n",
    replace:
      "  if (input.kind !== 'transactions') return { problem: complaint?.slice(0, 0) ?? '' };\n",
    hostSuites,
  },
  {
    protection: 'A save simulates only where the user wants it',
    file: `${folder}/simulateFeature.ts`,
    find: 'isOnSave && source.uri === uri',
    replace: 'isOnSave !== null && source.uri === uri',
    hostSuites,
  },
  {
    protection: 'The line above serialized transactions can be turned off',
    file: `${folder}/simulateCodeLens.ts`,
    find: "!readSetting('arbscope.simulate.codeLens')",
    replace: "readSetting('arbscope.simulate.codeLens') === null",
    hostSuites,
  },
  {
    protection: 'A page asks the simulation panel only for what it may',
    file: 'src/webview/messages/simulate.ts',
    find: 'is.parserOf(isSimulateRequest)',
    replace: 'is.parserOf((value): value is SimulateRequest => !isSimulateRequest(value) || true)',
    tests: modelTests,
  },
  {
    protection: 'A failure never shows a gain',
    file: `${page}/figures.ts`,
    find: "  !transaction.isSuccess ? '–' : hasFigures(transaction) ? null : t('unknown');",
    replace: "  hasFigures(transaction) ? null : t('unknown');",
    tests: modelTests,
  },
  {
    protection: 'Figures that the node did not return read unknown',
    file: `${page}/figures.ts`,
    find: 'record !== null && (isComplete || record.legs.length > 0)',
    replace: 'isComplete || record === null || record.legs.length > 0',
    tests: modelTests,
  },
  {
    protection: 'Percentiles of a small sample are not shown',
    file: `${page}/adviceText.ts`,
    find: 'market.sample >= smallSampleSize',
    replace: 'market.sample >= 1 + 0 * smallSampleSize',
    tests: modelTests,
  },
  {
    protection: 'A failure is not shown as a share of the first gain',
    file: `${page}/runsModel.ts`,
    find: 'if (!isSuccess || netGainsSol === null',
    replace: 'if ((!isSuccess && netGainsSol === null) || netGainsSol === null',
    tests: runsTests,
  },
  {
    protection: 'Only what is signed is offered for landing',
    file: `${page}/simulateHeader.ts`,
    find: "each.signing === 'signed'",
    replace: "each.signing !== 'unsigned'",
    ...pageTests,
  },
  {
    protection: 'Every one of several transactions is signed before they can be landed',
    file: `${page}/simulateHeader.ts`,
    find: 'const isLandable = transactions.every(',
    replace: 'const isLandable = transactions.some(',
    ...pageTests,
  },
  {
    protection: 'The route of a failure is grey: nothing of it takes effect',
    file: 'src/webview/route/drawRoute.ts',
    find: "isGrey ? 'route-map grey' : 'route-map'",
    replace: "isGrey ? 'route-map' : 'route-map'",
    ...pageTests,
  },
  {
    protection: 'A new run keeps the tab and the place of the keyboard',
    file: `${page}/simulatePage.ts`,
    find: "    if (focused !== '') document.getElementById(focused)?.focus();\n",
    replace: '',
    ...pageTests,
  },
  {
    protection: 'A failed run is marked in the curve of the net gain',
    file: `${page}/decayChart.ts`,
    find: '              isSuccess\n                ?',
    replace: '              isSuccess || slotsLater >= 0\n                ?',
    ...pageTests,
  },
  {
    protection: 'A call in the log whose depth skips a level stays in the tree',
    file: `${page}/callTree.ts`,
    find: 'Math.min(path.length, Math.max(0, call.depth - 1))',
    replace: 'Math.max(0, call.depth - 1)',
    tests: modelTests,
  },
];
