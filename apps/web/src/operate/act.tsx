/** Every change shows its effect first; an irreversible one needs a typed word. */
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { BellwetherError } from '@bellwether/client';
import { Field } from '../components/controls';
import { Dialog } from '../components/dialog';
import { Notice } from '../components/surfaces';
import { say } from './session';
import { WORDS } from './words';

export interface Act {
  /** The label of the button that carries it out. */
  readonly title: string;
  readonly effect: ComponentChildren;
  /** To be typed first. */
  readonly word?: string;
  readonly isDanger?: boolean;
  /** Its effect is not known yet: it cannot be carried out. */
  readonly isUnready?: boolean;
  readonly run: () => Promise<unknown>;
}

export type Open = (act: Act) => void;

export function ActDialog({
  act,
  onClose,
  onDone,
}: {
  readonly act: Act;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { word, isDanger = word !== undefined, isUnready = false } = act;
  const mayRun = !isBusy && !isUnready && (word === undefined || typed.trim() === word);
  const run = () => {
    if (!mayRun) return;
    setBusy(true);
    setFailure(null);
    act.run().then(
      () => {
        onDone();
        onClose();
      },
      (error: unknown) => {
        setBusy(false);
        setFailure(error);
      },
    );
  };
  const waits = failure instanceof BellwetherError && failure.is('CONFIRMATION_NEEDED');
  return (
    <Dialog
      title={act.title}
      onClose={onClose}
      actions={
        <>
          <button class="button" onClick={onClose}>
            {WORDS.dialog.keep}
          </button>
          <button
            class={isDanger ? 'button danger' : 'button primary'}
            disabled={!mayRun}
            onClick={run}
            data-test="act"
          >
            {act.title}
          </button>
        </>
      }
    >
      <div data-test="effect">{act.effect}</div>
      {word !== undefined && (
        <Field
          label={WORDS.dialog.type(word)}
          value={typed}
          onType={setTyped}
          onEnter={run}
          data-test="act-word"
        />
      )}
      {failure !== null && (
        <Notice kind={waits ? 'caution' : 'bad'} data-test="act-refused">
          {say(failure)}
        </Notice>
      )}
    </Dialog>
  );
}

/** A page's one dialog: `[what to show, how to open it]`. */
export function useAct(onDone: () => void): readonly [ComponentChildren, Open] {
  const [act, setAct] = useState<Act | null>(null);
  const dialog =
    act === null ? null : <ActDialog act={act} onClose={() => setAct(null)} onDone={onDone} />;
  return [dialog, setAct];
}
