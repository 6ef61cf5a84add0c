/** Removes the key from this browser: confirmed twice, with the content of the account. */
import { useState } from 'preact/hooks';
import { Field } from '../../components/controls';
import { Dialog } from '../../components/dialog';
import { Panel } from '../../components/surfaces';
import { useLive } from '../../exchange/use-live';
import { count, usd } from '../../money/format';
import { account, forget, key } from '../account';
import { WORDS } from '../words/everywhere';
import { KEY_WORDS as words } from '../words/key';

export function Forget() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title={words.forget}>
      <p class="muted">{words.forgetText}</p>
      <div>
        <button class="button" onClick={() => setAsking(true)}>
          {words.forget}
        </button>
      </div>
      {isAsking && <Really onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Really({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const user = account.value;
  useLive(user);
  const isTyped = typed.trim().toLowerCase() === words.forgetWord;
  const balance = user?.balance ?? null;
  const holds =
    user === null || balance === null
      ? words.forgetUnknown
      : words.forgetHolds(
          usd(balance.total),
          count(user.positions.length),
          count(user.openOrders.length),
        );
  return (
    <Dialog
      title={words.forgetTitle}
      onClose={onClose}
      actions={
        <>
          <button class="button" onClick={onClose}>
            {WORDS.dialog.back}
          </button>
          <button
            class="button danger"
            disabled={!isTyped}
            data-test="forget-yes"
            onClick={() => {
              onClose();
              void forget();
            }}
          >
            {words.forgetYes}
          </button>
        </>
      }
    >
      <p data-test="holds">
        {holds} {words.forgetComesBack[key.value?.owner ?? 'backup']}
      </p>
      <Field
        label={words.forgetConfirm(words.forgetWord)}
        value={typed}
        onType={setTyped}
        data-test="forget-word"
      />
    </Dialog>
  );
}
