import type { ComponentChildren } from 'preact';

interface PopupProps {
  readonly summary: string;
  readonly children: ComponentChildren;
}

/** Closes on Escape and when the focus leaves it. */
export const Popup = ({ summary, children }: PopupProps) => (
  <details class="field popup" onKeyDown={closeOnEscape} onFocusOut={closeWithoutFocus}>
    <summary>{summary}</summary>
    <div class="popup-box">{children}</div>
  </details>
);

type PopupEvent<Of extends Event> = Of & { readonly currentTarget: HTMLDetailsElement };

function closeOnEscape({ key, currentTarget: popup }: PopupEvent<KeyboardEvent>): void {
  if (key !== 'Escape' || !popup.open) return;
  popup.open = false;
  popup.querySelector('summary')?.focus();
}

function closeWithoutFocus({ relatedTarget, currentTarget: popup }: PopupEvent<FocusEvent>): void {
  if (relatedTarget !== null && !popup.contains(relatedTarget as Node)) popup.open = false;
}
