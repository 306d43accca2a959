import { t } from '@vscode/l10n';
import type { LandResponse } from '../../interface/landTransaction.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import { LandingRefused, landingCodes } from '../landing/landingRefused.ts';
import { readSubmission } from '../landing/readSubmission.ts';
import type { AnswerContext } from './context.ts';

/**
 * Sends a signed transaction to the chain behind the engine. Throws a LandingRefused for what a
 * Solana node would refuse, with its code.
 */
export async function answerLandTransaction(
  { landing }: AnswerContext,
  { id, params }: ParametersOf<Operations['landTransaction']>,
  { signal }: CallOptions = {},
): Promise<LandResponse> {
  const [text, options = {}] = params;
  if (typeof text !== 'string') throw invalid(t('params[0] must be the transaction as text'));
  if (typeof options === 'string') throw invalid(t('params[1] must be an object of options'));
  if (landing === undefined) {
    throw new MarketError(
      'plan-lacks-operation',
      t('A recording takes no transactions: use the Sandbox or a node to land.'),
    );
  }
  const { bytes } = readSubmission(text, Reflect.get(options, 'encoding'));
  const sent = await landing.send(bytes, options, signal);
  return { jsonrpc: '2.0', result: { signature: sent.signature, uuid: sent.uuid }, id };
}

const invalid = (message: string) => new LandingRefused(landingCodes.invalidParams, message);
