import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabListProps<Id extends string> {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/** Accessible tabs: arrow keys, Home and End select another tab and move the focus to it. */
export function TabList<Id extends string>({ label, tabs, selected, onSelect }: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const last = tabs.length - 1;
    const next = new Map([
      ['ArrowRight', at === last ? 0 : at + 1],
      ['ArrowLeft', at === 0 ? last : at - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} ref={list}>
      {tabs.map(({ id, label: name }, at) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-controls={`panel-${id}`}
          aria-selected={id === selected}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          onKeyDown={(event) => onKeyDown(event, at)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  readonly id: string;
  readonly isSelected: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Stays in the page while another tab is selected, so that it keeps its state. */
export const TabPanel = ({ id, isSelected, class: className, children }: TabPanelProps) => (
  <div
    role="tabpanel"
    id={`panel-${id}`}
    aria-labelledby={`tab-${id}`}
    hidden={!isSelected}
    class={className}
  >
    {children}
  </div>
);
