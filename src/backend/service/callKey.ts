import { isObject } from '../../api/isObject.ts';
import type { OperationName } from '../../api/operations.ts';
import { stringifyWithBigints } from '../protocol/bigintJson.ts';

/** The same text for the same question, whatever the order of its parameters. */
export function callKey(operation: OperationName, parameters: unknown): string {
  const ordered = isObject(parameters)
    ? Object.fromEntries(
        Object.entries(parameters)
          .filter(([, value]) => value !== undefined)
          .sort(([first], [second]) => (first < second ? -1 : 1)),
      )
    : parameters;
  return `${operation} ${stringifyWithBigints(ordered)}`;
}
