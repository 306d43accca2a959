import { joinLabel } from '../../api/join.ts';
import type { TreeRow } from './treeRow.ts';

/** Tooltip and accessible name repeat label and description unless `row` overrides them. */
export const simpleRow = (
  row: Pick<TreeRow, 'id' | 'label' | 'icon' | 'context'> & Partial<TreeRow>,
): TreeRow => {
  const { label, description = '' } = row;
  return {
    description,
    accessibilityLabel: description === '' ? label : joinLabel(label, description),
    heading: label,
    facts: () => [],
    ...row,
  };
};
