/** The browser's own dialog: it holds the focus, Esc closes it, and the focus returns to where it was. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export function Dialog({
  title,
  onClose,
  children,
  actions,
  look = '',
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly look?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // What had the focus may go with this same drawing, or was gone before: then the page's heading gets it, never
      // nothing.
      queueMicrotask(() => {
        const hadAny = before instanceof HTMLElement && before !== document.body;
        if (hadAny && before.isConnected) before.focus();
        if (document.activeElement !== before || !hadAny) {
          document.querySelector<HTMLElement>('h1')?.focus();
        }
      });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${look}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
    </dialog>
  );
}
