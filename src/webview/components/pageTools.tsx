import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';

const formats = { csv: 'CSV', svg: 'SVG', png: 'PNG' } as const;
export type ChartFormat = keyof typeof formats;

interface SaveProps<Format extends ChartFormat> {
  readonly formats: readonly Format[];
  /** Whether there are figures for a CSV file. */
  readonly hasFigures?: boolean;
  /** Whether there is a drawing to save. */
  readonly hasDrawing?: boolean;
  readonly onSave: (format: Format) => void;
}

interface PageToolsProps<Format extends ChartFormat> {
  /** Where the page leads, before the buttons that all pages have. */
  readonly children?: ComponentChildren;
  /** What loads the page's figures again. */
  readonly end?: ComponentChildren;
  readonly onCopyMarkdown?: () => void;
  readonly save?: SaveProps<Format>;
  /** Null: a simulated address, which no explorer has. */
  readonly onOpenExplorer?: (() => void) | null;
}

/** The end of the head of every page: where it is copied, saved and opened elsewhere. */
export function PageTools<Format extends ChartFormat>({
  children,
  end,
  onCopyMarkdown,
  save,
  onOpenExplorer = null,
}: PageToolsProps<Format>) {
  return (
    <div class="tools" role="toolbar" aria-label={t('Actions')}>
      {children}
      {onCopyMarkdown !== undefined && (
        <Quiet label={t('Copy Markdown')} onClick={onCopyMarkdown} />
      )}
      {save?.formats.map((format) => (
        <Quiet
          key={format}
          label={t('Save {0}', formats[format])}
          isDisabled={format === 'csv' ? save.hasFigures === false : save.hasDrawing === false}
          onClick={() => save.onSave(format)}
        />
      ))}
      {onOpenExplorer !== null && (
        <Quiet label={t('Open in Block Explorer')} onClick={onOpenExplorer} />
      )}
      {end}
    </div>
  );
}

export const chartFormats = Object.keys(formats) as ChartFormat[];

interface QuietProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** A button of the toolbar. */
export const Quiet = ({ label, isDisabled = false, onClick }: QuietProps) => (
  <button type="button" class="quiet" disabled={isDisabled} onClick={onClick}>
    {label}
  </button>
);
