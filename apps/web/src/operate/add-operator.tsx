import { useState } from 'preact/hooks';
import type { OperatorRole } from '@bellwether/client';
import { Field } from '../components/controls';
import type { Act } from './act';
import type { ShowSecrets } from './secret-dialog';
import { session } from './session';
import { WORDS } from './words';

const { people: words } = WORDS;
const ROLES: readonly OperatorRole[] = ['read', 'markets', 'money', 'admin'];
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

export function AddOperator({ ask, show }: { ask: (act: Act) => void; show: ShowSecrets }) {
  const [name, type] = useState('');
  const [roles, choose] = useState<readonly OperatorRole[]>(['read']);
  const isName = NAME.test(name);
  const toggle = (role: OperatorRole) =>
    choose((before) =>
      before.includes(role) ? before.filter((one) => one !== role) : [...before, role],
    );
  const add = () =>
    ask({
      title: words.addAct,
      effect: words.addEffect(name, roles.map((role) => words.roleNames[role]).join(', ')),
      run: async () => {
        const added = await session.value?.admin.addOperator({ name, roles });
        if (added !== undefined) show([{ name: words.operatorKey, value: added.answer.key }]);
        type('');
      },
    });
  return (
    <div class="stack tight">
      <h3>{words.add}</h3>
      <div class="row ends">
        <Field
          label={words.name}
          value={name}
          onType={type}
          wrong={name === '' || isName ? null : words.nameWrong}
          data-test="operator-name"
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
          disabled={!isName || roles.length === 0}
          onClick={add}
          data-test="add-operator"
        >
          {words.addAct}
        </button>
      </div>
    </div>
  );
}
