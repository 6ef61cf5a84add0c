import { useState } from 'preact/hooks';
import type { OperatorRole } from '@bellwether/client';
import { Field } from '../components/controls';
import type { Act } from './act';
import { session } from './session';
import { WORDS } from './words';

const { people: words } = WORDS;
const ROLES = Object.keys(words.roleNames) as readonly OperatorRole[];
const HASH = /^[0-9a-f]{64}$/i;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

export function AddOperator({ ask }: { ask: (act: Act) => void }) {
  const [name, setName] = useState('');
  const [hash, setHash] = useState('');
  const [roles, setRoles] = useState<readonly OperatorRole[]>(['read']);
  const isName = NAME.test(name);
  const isHash = HASH.test(hash.trim());
  const toggle = (role: OperatorRole) =>
    setRoles((before) =>
      before.includes(role) ? before.filter((one) => one !== role) : [...before, role],
    );
  const add = () =>
    ask({
      title: words.addAct,
      effect: words.addEffect(
        name,
        roles.map((role) => words.roleNames[role]).join(', '),
        hash.trim(),
      ),
      run: async () => {
        await session.value?.admin.addOperator({ name, roles, key_sha256: hash.trim() });
        setName('');
        setHash('');
      },
    });
  return (
    <div class="stack tight">
      <h3>{words.add}</h3>
      <p class="muted">
        {words.makeKey} <code>{words.makeKeyCommand}</code>
      </p>
      <div class="row ends">
        <Field
          label={words.name}
          value={name}
          onType={setName}
          wrong={name === '' || isName ? null : words.nameWrong}
          data-test="operator-name"
        />
        <Field
          label={words.keyHash}
          value={hash}
          onType={setHash}
          wrong={hash === '' || isHash ? null : words.keyHashWrong}
          data-test="operator-key-hash"
        />
        <fieldset class="row">
          <legend class="unseen">{words.roles}</legend>
          {ROLES.map((role) => (
            <label key={role} class="row check">
              <input type="checkbox" checked={roles.includes(role)} onChange={() => toggle(role)} />
              {words.roleNames[role]}
            </label>
          ))}
        </fieldset>
        <button
          class="button"
          disabled={!isName || !isHash || roles.length === 0}
          onClick={add}
          data-test="add-operator"
        >
          {words.addAct}
        </button>
      </div>
    </div>
  );
}
