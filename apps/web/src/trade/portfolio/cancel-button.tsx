/** Cancels one order. It leaves the page when the exchange confirms, not before. */
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
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const cancel = async () => {
    const owner = key.value;
    if (!owner || isBusy) return;
    setBusy(true);
    try {
      const { cancelOrder } = await import('../sending/submit');
      await cancelOrder(owner, order);
      setSaid(null);
    } catch (error) {
      setSaid(say(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span class="row">
      {said !== null && (
        <span class="bad small" role="status">
          {said}
        </span>
      )}
      <button
        class="button little"
        type="button"
        aria-disabled={isBusy}
        onClick={() => void cancel()}
      >
        {isBusy ? words.busy : words.one}
      </button>
    </span>
  );
}
