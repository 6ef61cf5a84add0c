/** A backup makes the same account in another browser. A wrong one is refused before anything is stored. */
import { useState } from 'preact/hooks';
import { Field } from '../../components/controls';
import { Notice, Panel } from '../../components/surfaces';
import { signIn } from '../account';
import { KEY_WORDS as words } from '../words/key';
import type { OwnerKey } from './allow';

export function Restore({ hasKey }: { hasKey: boolean }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<OwnerKey | null>(null);
  const [isWrong, setWrong] = useState(false);
  const look = async () => {
    const { ownerOfBackup } = await import('./allow');
    const owner = await ownerOfBackup(text);
    setWrong(owner === null);
    setFound(owner);
  };
  const restore = async (owner: OwnerKey) => {
    if (!(await signIn(owner))) return;
    setText('');
    setFound(null);
  };
  const change = (typed: string) => {
    setText(typed);
    setFound(null);
    setWrong(false);
  };
  return (
    <Panel title={words.restore}>
      <p class="muted">{words.restoreText}</p>
      <Field
        label={words.restoreLabel}
        value={text}
        onType={change}
        wrong={isWrong ? words.restoreWrong : null}
        onEnter={() => void look()}
        data-test="restore"
      />
      {found === null ? (
        <div>
          <button class="button" disabled={text.trim() === ''} onClick={() => void look()}>
            {words.restoreButton}
          </button>
        </div>
      ) : (
        <Notice
          kind={hasKey ? 'caution' : 'plain'}
          action={
            <button
              class="button primary"
              data-test="restore-yes"
              onClick={() => void restore(found)}
            >
              {words.restoreYes}
            </button>
          }
        >
          {words.restored} <code>{found.publicKey}</code> {hasKey && words.replaces}
        </Notice>
      )}
    </Panel>
  );
}
