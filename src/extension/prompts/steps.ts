import { isLeaving, type Leaving } from './prompter.ts';

/** One question of a conversation: what it adds to the answers so far, or how it was left. */
export type AskStep<Answers> = (
  answers: Answers,
  place: { readonly step: number; readonly totalSteps: number },
) => Promise<Answers | Leaving>;

/**
 * Asks one question after the other, with a way back to each; `null` when the user gave up. Which
 * questions there are may depend on the answers so far.
 */
export async function askSteps<Answers extends object>(
  first: Answers,
  stepsOf: (answers: Answers) => readonly AskStep<Answers>[],
): Promise<Answers | null> {
  // The answers before each question, so that going back finds what was answered.
  const before: Answers[] = [];
  let answers = first;
  while (true) {
    const steps = stepsOf(answers);
    const ask = steps[before.length];
    if (ask === undefined) return answers;
    const outcome = await ask(answers, { step: before.length + 1, totalSteps: steps.length });
    if (outcome === 'cancelled') return null;
    if (isLeaving(outcome)) {
      before.pop();
    } else {
      before.push(answers);
      answers = outcome;
    }
  }
}
