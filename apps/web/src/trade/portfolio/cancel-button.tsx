/** Cancels one order. It is gone from the page when the exchange says so, not before. */
import { useState } from 'preact/hooks';
import { key } from '../account';
import { say } from '../say';
import { WORDS } from '../words/everywhere';

const words = WORDS.cancel;

export function CancelButton({
  order,
}: {
  readonly order: { readonly market_id: string; readonly order_id: number };
}) {
  const [state, set] = useState<'idle' | 'busy' | string>('idle');
  const cancel = async () => {
    const owner = key.value;
    if (!owner || state === 'busy') return;
    set('busy');
    try {
      const { cancelOrder } = await import('../sending/submit');
      await cancelOrder(owner, order);
      set('idle');
    } catch (error) {
      set(say(error));
    }
  };
  const isSaid = state !== 'idle' && state !== 'busy';
  return (
    <span class="row">
      {isSaid && (
        <span class="bad small" role="status">
          {state}
        </span>
      )}
      <button
        class="button little"
        type="button"
        aria-disabled={state === 'busy'}
        onClick={() => void cancel()}
      >
        {state === 'busy' ? words.busy : words.one}
      </button>
    </span>
  );
}
