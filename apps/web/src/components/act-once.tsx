/**
 * A button for an action that is done once: afterwards it shows the result, and another button prepares the next time.
 */
import { useRef, useState } from 'preact/hooks';
import { useFocusFallback } from './use-focus-fallback';

type State = 'idle' | 'busy' | 'done';

export function ActOnce({
  label,
  again,
  act,
  say,
  isOff = false,
  test,
}: {
  readonly label: string;
  /** The label of the button that prepares the next time. */
  readonly again: string;
  /** @returns the result as a text */
  readonly act: () => Promise<string>;
  readonly say: (error: unknown) => string;
  readonly isOff?: boolean;
  readonly test: string;
}) {
  const [state, setState] = useState<State>('idle');
  const [said, setSaid] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, 'button');
  const run = async () => {
    if (state !== 'idle' || isOff) return;
    setState('busy');
    setSaid('');
    try {
      setSaid(await act());
      setState('done');
    } catch (error) {
      setSaid(say(error));
      setState('idle');
    }
  };
  return (
    <div class="row" ref={place}>
      {state !== 'done' && (
        <button
          class="button primary"
          type="button"
          aria-disabled={state === 'busy' || isOff}
          data-test={test}
          onClick={() => void run()}
        >
          {label}
        </button>
      )}
      <span role="status" class="small">
        {said}
      </span>
      {state === 'done' && (
        <button
          class="button little"
          type="button"
          data-test={`${test}-again`}
          onClick={() => {
            setState('idle');
            setSaid('');
          }}
        >
          {again}
        </button>
      )}
    </div>
  );
}
