import { isObject } from '../../api/isObject.ts';

/** Whether an alert depends on the responses of the Finder. `rules`: the setting, which may be anything. */
export const hasFinderAlerts = (rules: unknown): boolean =>
  Array.isArray(rules) &&
  rules.some(
    (rule) => isObject(rule) && ['topToken', 'recommendation'].includes(`${rule['when']}`),
  );
