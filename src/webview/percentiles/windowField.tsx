import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { joinLabel } from '../../api/join.ts';
import { Fault } from './fault.tsx';
import { formatWindow } from './labels.ts';
import { usualWindowsSeconds } from './queryDraft.ts';

const otherValue = 'other';

interface WindowFieldProps {
  readonly name: string;
  readonly label: string;
  /** Label of the choice without a window; undefined if a window is required. */
  readonly noneLabel?: string;
  readonly toLabel?: (window: string) => string;
  /** Empty: no window. */
  readonly seconds: string;
  readonly isTyped: boolean;
  readonly fault: string | undefined;
  /** Before it is complete. */
  readonly onType: (seconds: string) => void;
  readonly onChange: (seconds: string, isTyped: boolean) => void;
}

/** A time window: a usual length, or any number of seconds within the limits. */
export function WindowField({
  name,
  label,
  noneLabel,
  toLabel = (window) => window,
  seconds,
  isTyped,
  fault,
  onType,
  onChange,
}: WindowFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isFocusWanted, setFocusWanted] = useState(false);
  useLayoutEffect(() => {
    if (isFocusWanted) input.current?.focus();
    setFocusWanted(false);
  }, [isFocusWanted]);
  const onChoose = (choice: string) => {
    if (choice !== otherValue) return onChange(choice, false);
    setFocusWanted(true);
    onType('');
  };
  return (
    <div class="field together">
      <select
        aria-label={label}
        value={isTyped ? otherValue : seconds}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {noneLabel !== undefined && <option value="">{toLabel(noneLabel)}</option>}
        {usualWindowsSeconds.map((each) => (
          <option key={each} value={each}>
            {toLabel(formatWindow(each))}
          </option>
        ))}
        <option value={otherValue}>{toLabel(t('other…'))}</option>
      </select>
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        size={7}
        aria-label={joinLabel(label, t('seconds'))}
        aria-describedby={`${name}-fault`}
        placeholder={t('seconds')}
        hidden={!isTyped}
        value={isTyped ? seconds : ''}
        onInput={(event) => onType(event.currentTarget.value)}
        onChange={(event) => onChange(event.currentTarget.value, true)}
      />
      <Fault id={name}>{fault}</Fault>
    </div>
  );
}
