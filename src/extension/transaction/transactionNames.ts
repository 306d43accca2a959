import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import { joinLabel } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { TransactionContent } from '../../webview/messages/transaction.ts';
import { toIdlNames } from '../shared/idlNames.ts';

const maxCalls = 100;

type NamedError = NonNullable<RecordedNames['error']>;

const errorText = ({ name, message }: NamedError): string =>
  message === '' ? name : joinLabel(name, message);

/** What IDLs say about a transaction. */
export const transactionNames = ({
  calls,
  events,
  error,
}: RecordedNames): Pick<TransactionContent, 'calls' | 'errorName'> => ({
  calls: [
    ...calls.slice(0, maxCalls).map((call) => ({
      title: `${call.instruction + 1}. ${sanitizeText(call.name ?? shortAddress(call.program), 100)}`,
      depth: call.depth,
      names: toIdlNames(call, call.is_event),
    })),
    ...events.slice(0, maxCalls).map((event) => ({
      title: shortAddress(event.program),
      depth: 1,
      names: toIdlNames(event, true),
    })),
  ],
  errorName: error === null ? '' : sanitizeText(errorText(error), 500),
});
