import { isPromptExit, type PromptExit } from './prompter.ts';

/** One question of a conversation: what it adds to the answers so far, or how it was left. */
export type InputStep<Answers> = (
  answers: Answers,
  progress: { readonly step: number; readonly totalSteps: number },
) => Promise<Answers | PromptExit>;

/**
 * Asks one question after the other, with a way back to each; `null` when the user gave up. Which
 * questions there are may depend on the answers so far.
 */
export async function runMultiStepInput<Answers extends object>(
  first: Answers,
  stepsOf: (answers: Answers) => readonly InputStep<Answers>[],
): Promise<Answers | null> {
  // The answers before each question, so that going back finds what was answered.
  const previousAnswers: Answers[] = [];
  let answers = first;
  while (true) {
    const steps = stepsOf(answers);
    const step = steps[previousAnswers.length];
    if (step === undefined) return answers;
    const outcome = await step(answers, {
      step: previousAnswers.length + 1,
      totalSteps: steps.length,
    });
    if (outcome === 'cancelled') return null;
    if (isPromptExit(outcome)) {
      previousAnswers.pop();
    } else {
      previousAnswers.push(answers);
      answers = outcome;
    }
  }
}
