/** Asks for the backup of the account: it signs, and is not stored. */
import { useState } from 'preact/hooks';
import { Field } from '../../components/controls';
import { Dialog } from '../../components/dialog';
import { WORDS } from '../words/everywhere';
import { KEY_WORDS as words } from '../words/key';
import { ownerOfBackup } from './allow';
import type { Question } from './owner';

export function OwnerDialog({ asked }: { asked: Question }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const give = async () => {
    const owner = await ownerOfBackup(text);
    if (owner === null) return setWrong(words.restoreWrong);
    if (owner.publicKey !== asked.account) return setWrong(words.otherAccount);
    asked.answer(owner);
  };
  return (
    <Dialog
      title={words.ownerTitle}
      onClose={() => asked.answer(null)}
      actions={
        <>
          <button class="button" onClick={() => asked.answer(null)}>
            {WORDS.dialog.back}
          </button>
          <button
            class="button primary"
            disabled={text.trim() === ''}
            data-test="owner-sign"
            onClick={() => void give()}
          >
            {words.ownerSign}
          </button>
        </>
      }
    >
      <p>{asked.purpose}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
      >
        <Field
          label={words.restoreLabel}
          isSecret
          value={text}
          onType={(typed) => {
            setText(typed);
            setWrong(null);
          }}
          wrong={wrong}
          note={words.ownerNote}
          data-test="owner-backup"
        />
      </form>
    </Dialog>
  );
}
