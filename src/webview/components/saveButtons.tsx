import { t } from '@vscode/l10n';

const formats = { csv: 'CSV', svg: 'SVG', png: 'PNG' } as const;
export type ChartFormat = keyof typeof formats;

interface SaveButtonsProps {
  readonly hasFigures?: boolean;
  /** Whether there is a drawing to save. */
  readonly hasDrawing?: boolean;
  readonly onSave: (format: ChartFormat) => void;
}

/** Saves the figures or the drawing of a page. */
export const SaveButtons = ({ hasFigures = true, hasDrawing = true, onSave }: SaveButtonsProps) => (
  <>
    {(Object.entries(formats) as [ChartFormat, string][]).map(([format, name]) => (
      <button
        key={format}
        type="button"
        class="quiet"
        title={t('Save as {0}', name)}
        disabled={format === 'csv' ? !hasFigures : !hasDrawing}
        onClick={() => onSave(format)}
      >
        {name}
      </button>
    ))}
  </>
);
