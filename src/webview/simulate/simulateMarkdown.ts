import { formatCount } from '../../api/format.ts';
import { escapeMarkdownText } from '../../api/sanitizeText.ts';
import { sourceText } from '../components/sourceBadge.tsx';
import type { SimulateContent, SimulatedTransactionContent } from '../messages/simulate.ts';
import { inEnglish } from '../pageLanguage.ts';
import { buildRoute } from '../route/routeModel.ts';
import { routeMarkdown, row } from '../route/transactionMarkdown.ts';
import { adviceItems } from './adviceText.ts';
import { unitRows } from './callTree.ts';
import { failureText } from './failureText.ts';
import { headlineFigures } from './figures.ts';
import { callDetail, signingLabel, slotLabel } from './labels.ts';
import { formatRunGain } from './runsModel.ts';

/** Always in English, because it may be shared. */
export const simulateMarkdown = (
  content: SimulateContent,
  transaction: SimulatedTransactionContent,
): string => inEnglish(() => renderMarkdown(content, transaction));

function renderMarkdown(
  content: SimulateContent,
  transaction: SimulatedTransactionContent,
): string {
  const { record, isSuccess, runs, advice } = transaction;
  const route = record === null ? null : buildRoute(record);
  const failure = failureText(transaction);
  const units = unitRows(transaction);
  const source = { source: content.connection, isSimulated: content.isSandbox };
  const simulated = content.isSandbox ? ` (${escapeMarkdownText(sourceText(source))})` : '';
  return [
    `### Simulation ${isSuccess ? '✓ would succeed' : '⊘ would fail'}${simulated}`,
    '',
    `- ${escapeMarkdownText(slotLabel(content))}; ${signingLabel(transaction.signing)}; nothing was sent`,
    `- ${escapeMarkdownText(content.connection)} · ${escapeMarkdownText(content.network)}`,
    ...headlineFigures(transaction, route, content).map(
      ({ name, value, more }) =>
        `- ${escapeMarkdownText(name)}: ${escapeMarkdownText([value, more].filter(Boolean).join(' '))}`,
    ),
    ...(failure === null
      ? []
      : ['', `**${escapeMarkdownText(failure.headline)}** ${escapeMarkdownText(failure.details)}`]),
    '',
    ...(record === null ? [] : routeMarkdown(record)),
    ...advice
      .flatMap(adviceItems)
      .map(
        ({ title, figure, reasons }) =>
          `- **${escapeMarkdownText(title)}** ${escapeMarkdownText(figure)}. ${escapeMarkdownText(reasons.filter(Boolean).join(' '))}`,
      ),
    '',
    ...(units.length === 0
      ? []
      : [
          row('Instruction', 'Compute units'),
          '|---|--:|',
          ...units.map((unit) =>
            row(
              `${'– '.repeat(unit.depth)}${escapeMarkdownText(`${unit.program} ${callDetail(unit)}`.trim())}`,
              unit.computeUnits === null ? 'not logged' : formatCount(unit.computeUnits),
            ),
          ),
          '',
        ]),
    row('Run', 'Slot', 'Net gain, SOL', 'Compute units', 'Result'),
    '|--:|--:|--:|--:|---|',
    ...runs.map((run) =>
      row(
        String(run.number),
        run.slot === null ? 'unknown' : formatCount(run.slot),
        formatRunGain(run),
        run.computeUnits === null ? 'unknown' : formatCount(run.computeUnits),
        run.isSuccess ? 'succeeds' : escapeMarkdownText(run.error || 'fails'),
      ),
    ),
    '',
  ].join('\n');
}
