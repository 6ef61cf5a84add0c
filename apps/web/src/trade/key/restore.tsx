/** A backup makes the same account in another browser. A wrong one is refused before anything is kept. */
import { useState } from 'preact/hooks';
import { Field } from '../../components/controls';
import { Notice, Panel } from '../../components/surfaces';
import { useKey } from '../account';
import { KEY_WORDS as words } from '../words/key';

export function Restore({ hasKey }: { hasKey: boolean }) {
  const [text, type] = useState('');
  const [found, setFound] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const look = async () => {
    const { publicKeyOf } = await import('./seeds');
    const publicKey = publicKeyOf(text);
    setWrong(publicKey === null);
    setFound(publicKey);
  };
  const restore = async () => {
    const { restoreKey } = await import('./seeds');
    const key = await restoreKey(text);
    if (key === null) return;
    type('');
    setFound(null);
    useKey(key);
  };
  const change = (typed: string) => {
    type(typed);
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
            <button class="button primary" data-test="restore-yes" onClick={() => void restore()}>
              {words.restoreYes}
            </button>
          }
        >
          {words.restored} <code>{found}</code> {hasKey && words.replaces}
        </Notice>
      )}
    </Panel>
  );
}
