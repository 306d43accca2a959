interface SegmentedControlProps<Value extends string> {
  /** Unique in the page: groups the radio buttons. */
  readonly name: string;
  /** For screen readers. */
  readonly legend: string;
  readonly labels: Readonly<Record<Value, string>>;
  /** Missing: all are offered. */
  readonly isOffered?: (value: Value) => boolean;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons, so arrow keys move between them. */
export function SegmentedControl<Value extends string>({
  name,
  legend,
  labels,
  isOffered = () => true,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset class="segments">
      <legend class="spoken">{legend}</legend>
      {(Object.entries(labels) as [Value, string][]).map(
        ([each, label]) =>
          isOffered(each) && (
            <label key={each}>
              <input
                type="radio"
                name={name}
                value={each}
                checked={each === value}
                onChange={() => onChange(each)}
              />
              <span>{label}</span>
            </label>
          ),
      )}
    </fieldset>
  );
}
