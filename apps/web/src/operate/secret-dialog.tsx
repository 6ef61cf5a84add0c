/** A secret that is shown once: only this dialog has it. */
import { useState } from 'preact/hooks';
import { CopyButton } from '../components/controls';
import { Dialog } from '../components/dialog';
import { WORDS } from './words';

const { people: words } = WORDS;

export interface Secret {
  readonly name: string;
  readonly value: string;
}

export type ShowSecrets = (secrets: readonly Secret[] | null) => void;

export const useSecret = (): readonly [readonly Secret[] | null, ShowSecrets] =>
  useState<readonly Secret[] | null>(null);

export const SecretDialog = ({
  of: secrets,
  onClose,
}: {
  readonly of: readonly Secret[];
  readonly onClose: () => void;
}) => (
  <Dialog
    title={words.secretTitle}
    onClose={onClose}
    actions={
      <button class="button primary" onClick={onClose} data-test="secret-done">
        {words.secretDone}
      </button>
    }
  >
    <p>{words.secretExplained}</p>
    {secrets.map(({ name, value }) => (
      <div key={name} class="stack tight">
        <div class="row apart">
          <b>{name}</b>
          <CopyButton text={value} />
        </div>
        <code class="mono" data-test="secret">
          {value}
        </code>
      </div>
    ))}
  </Dialog>
);
