import { hoverTimesVariable } from '../host/results.ts';
import type { Bench } from './benchResult.ts';
import { percentile } from './percentile.ts';
import { buildForEditor, timesInEditor } from './timesInEditor.ts';

/**
 * The local part of a hover inside a real VS Code, from a document and a place to the Markdown, at
 * the 95th percentile; beside it what the editor takes to bring any hover from the extension.
 */
export const bench: Bench = async () => {
  buildForEditor();
  const { local, whole } = await timesInEditor<
    Readonly<Record<'local' | 'whole', readonly number[]>>
  >('hoverTimes', hoverTimesVariable);
  const [value, reference] = [percentile(local, 0.95), percentile(whole, 0.95)];
  return [
    {
      name: 'hover.local',
      value,
      unit: 'ms at the 95th percentile',
      reference: { name: 'the hover as the editor gets it', value: reference },
      ratio: reference / value,
    },
  ];
};
