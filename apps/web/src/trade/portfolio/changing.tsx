/** The order that is being changed, as it stood when its user asked for that. The dialog is loaded when it is needed. */
import type { Order } from '@bellwether/client';
import { signal } from '@preact/signals';
import { WORDS } from '../words/everywhere';

export interface Changing {
  readonly order: Order;
  /** Of its outcome; empty: the question has one. */
  readonly label: string;
}

export const changing = signal<Changing | null>(null);

export const ChangeButton = (of: Changing) => (
  <button
    class="button little"
    type="button"
    data-test="change"
    onClick={() => {
      changing.value = of;
    }}
  >
    {WORDS.change}
  </button>
);
