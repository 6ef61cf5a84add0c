/** Beside a refusal: the owner alone may let the key of this browser do more. */
import { WORDS } from '../words/everywhere';
import { changingBounds } from './bounds';
import type { BoundHit } from './bounds';

export const RaiseBound = ({ hit }: { hit: BoundHit }) => (
  <button
    class="button"
    type="button"
    data-test="raise-bound"
    onClick={() => {
      changingBounds.value = { hit };
    }}
  >
    {WORDS.access.raise}
  </button>
);
