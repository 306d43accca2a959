import { isPromptExit, type PromptExit } from './prompter.ts';

/** One step of a dialog: returns the answers with its own added, or how the user left it. */
export type InputStep<Answers> = (
  answers: Answers,
  progress: { readonly step: number; readonly totalSteps: number },
) => Promise<Answers | PromptExit>;

/** Null if the user cancels. The steps may depend on earlier answers. */
export async function runMultiStepInput<Answers extends object>(
  first: Answers,
  stepsOf: (answers: Answers) => readonly InputStep<Answers>[],
): Promise<Answers | null> {
  // Answers before each step, restored when going back.
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
