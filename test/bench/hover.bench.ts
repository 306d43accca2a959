import { hoverTimesVariable } from '../host/results.ts';
import type { Bench } from './benchResult.ts';
import { percentile } from './percentile.ts';
import { buildForEditor, timesInEditor } from './timesInEditor.ts';

/**
 * The local part of a hover inside a real VS Code, from a document position to the Markdown, at the
 * 95th percentile. The reference is the editor's time for any hover of the extension.
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
