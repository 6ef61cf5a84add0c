/** Shows a seed once, apart from everything else: a dialog that asks for proof. */
import { useState } from 'preact/hooks';
import { CopyButton, Field } from '../../components/controls';
import { Dialog } from '../../components/dialog';
import { isTestNetwork } from '../../exchange/connection';
import { backup, backupConfirmed } from '../account';
import { KEY_WORDS as words } from '../words/key';

/** Nobody types them by chance, and they are quickly typed. */
const PROOF_CHARACTERS = 3;

export function BackupDialog({ seed }: { seed: string }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const close = () => {
    backup.value = null;
  };
  const confirm = () => {
    if (typed.trim().toLowerCase() === seed.slice(-PROOF_CHARACTERS)) void backupConfirmed();
    else setWrong(true);
  };
  return (
    <Dialog
      title={words.backupTitle}
      onClose={close}
      actions={
        <>
          {isTestNetwork.value && (
            <button class="button plain" onClick={close}>
              {words.later}
            </button>
          )}
          <button class="button primary" onClick={confirm}>
            {words.backupDone}
          </button>
        </>
      }
    >
      <p>{words.backupText}</p>
      <code class="secret" data-test="backup">
        {seed}
      </code>
      <div>
        <CopyButton text={seed} label={words.backupCopy} />
      </div>
      <Field
        label={words.backupConfirm}
        value={typed}
        onType={setTyped}
        wrong={isWrong ? words.backupWrong : null}
        data-test="backup-proof"
        onEnter={confirm}
      />
    </Dialog>
  );
}
