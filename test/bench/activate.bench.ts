import { activationVariable } from '../host/results.ts';
import type { Bench } from './benchResult.ts';
import { buildForEditor, timesInEditor } from './timesInEditor.ts';

const limitMilliseconds = 50;
const rounds = 3;

/**
 * Activation inside a real VS Code, as the editor itself measures it: loading the bundle and
 * running `activate`, each in a window of its own; the median window counts.
 */
export const bench: Bench = async () => {
  buildForEditor();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await activation());
  const value = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
  console.log(`activation: ${times.map((time) => time.toFixed(1)).join(', ')} ms`);
  return [
    {
      name: 'activate',
      value,
      unit: 'ms',
      reference: { name: 'the limit', value: limitMilliseconds },
      ratio: limitMilliseconds / value,
    },
  ];
};

/** Milliseconds of one activation. */
async function activation(): Promise<number> {
  const { loadMilliseconds, activateMilliseconds } = await timesInEditor<
    Readonly<Record<'loadMilliseconds' | 'activateMilliseconds', number>>
  >('activation', activationVariable);
  const milliseconds = Number(loadMilliseconds) + Number(activateMilliseconds);
  console.log(`${milliseconds} ms, of which ${loadMilliseconds} ms load the bundle`);
  return milliseconds;
}
