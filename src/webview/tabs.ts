import { addListeners, element, setAttributes } from './dom.ts';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
}

/** Accessible tabs: arrow keys, Home and End move between them. */
export class Tabs {
  readonly tabList = element('div', { role: 'tablist' });
  readonly #tabs: readonly Tab[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #onSelect: (id: string) => void;

  constructor(label: string, tabs: readonly Tab[], onChoose: (id: string) => void) {
    this.#tabs = tabs;
    this.#onSelect = onChoose;
    setAttributes(this.tabList, { 'aria-label': label });
    this.#buttons = tabs.map(({ id, label: name, panel }, index) => {
      setAttributes(panel, { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` });
      const tab = element(
        'button',
        { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` },
        [name],
      );
      return addListeners(tab, {
        click: () => this.select(id),
        keydown: (event) => this.#moveFocus(event, index),
      });
    });
    this.tabList.append(...this.#buttons);
  }

  select(id: string): void {
    const chosen = this.#tabs.some((tab) => tab.id === id) ? id : this.#tabs[0]?.id;
    for (const [index, tab] of this.#tabs.entries()) {
      const isChosen = tab.id === chosen;
      tab.panel.hidden = !isChosen;
      const own = this.#buttons[index];
      if (own !== undefined) {
        setAttributes(own, { 'aria-selected': String(isChosen), tabindex: isChosen ? 0 : -1 });
      }
    }
    if (chosen !== undefined) this.#onSelect(chosen);
  }

  #moveFocus(event: KeyboardEvent, index: number): void {
    const last = this.#tabs.length - 1;
    const next: Readonly<Record<string, number>> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const to = Object.hasOwn(next, event.key) ? next[event.key] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    this.select(this.#tabs[to]?.id ?? '');
    this.#buttons[to]?.focus();
  }
}
