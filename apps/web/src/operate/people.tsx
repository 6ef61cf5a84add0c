/** Operators, what waits for their word, and the keys of builders. */
import type { Confirmation, Operator } from '@bellwether/client';
import { Heading } from '../components/router';
import { Empty, Notice, Panel, Skeleton, Tag } from '../components/surfaces';
import { Table } from '../components/table';
import { useAnswer } from '../exchange/use-answer';
import { moment } from '../money/time';
import { useAct } from './act';
import type { Act } from './act';
import { AddOperator } from './add-operator';
import { BuilderKeys } from './builder-keys';
import { SecretDialog, useSecret } from './secret-dialog';
import { may, say, session } from './session';
import { WORDS } from './words';

const { people: words } = WORDS;

export function PeoplePage() {
  const admin = session.value?.admin;
  const operators = useAnswer('operators', async (signal) => admin?.operators({ signal }));
  const open = useAnswer('confirmations', async (signal) => admin?.confirmations({}, { signal }));
  const keys = useAnswer('keys', async (signal) => admin?.keys({ limit: 500 }, { signal }));
  const [secret, show] = useSecret();
  const [dialog, ask] = useAct(() => {
    operators.again();
    open.again();
    keys.again();
  });
  const failure = operators.failure ?? open.failure ?? keys.failure;
  return (
    <>
      <Heading title={WORDS.pages.people} />
      {failure !== undefined && <Notice kind="bad">{say(failure)}</Notice>}
      <Panel title={words.confirmations}>
        <Confirmations of={open.value?.confirmations} ask={ask} />
      </Panel>
      <Panel title={words.operators}>
        {operators.value === undefined ? (
          <Skeleton height="120px" />
        ) : (
          <Operators of={operators.value.operators} ask={ask} />
        )}
        {may('admin') && <AddOperator ask={ask} show={show} />}
      </Panel>
      <BuilderKeys keys={keys.value?.keys} ask={ask} show={show} />
      {dialog}
      {secret !== null && <SecretDialog of={secret} onClose={() => show(null)} />}
    </>
  );
}

function Confirmations({
  of: rows,
  ask,
}: {
  of: readonly Confirmation[] | undefined;
  ask: (act: Act) => void;
}) {
  if (rows === undefined) return <Skeleton height="60px" />;
  if (rows.length === 0) return <Empty>{words.noneOpen}</Empty>;
  const me = session.value;
  const decide = (one: Confirmation, how: 'confirm' | 'reject') =>
    ask({
      title: words[how],
      isDanger: how === 'confirm',
      effect:
        how === 'confirm'
          ? words.confirmEffect(one.operator, `${one.method} ${one.path} ${one.body}`)
          : words.rejectEffect(one.operator),
      run: async () => me?.admin[how](one.confirmation_id),
    });
  return (
    <Table
      name={words.confirmations}
      test="confirmations"
      rows={rows}
      keyOf={({ confirmation_id: id }) => id}
      columns={[
        { title: words.who, cell: ({ operator }) => operator },
        {
          title: words.act,
          kind: 'text',
          cell: ({ method, path, body }) => (
            <span class="mono">
              {method} {path} {body}
            </span>
          ),
        },
        { title: words.until, cell: ({ ends_at: ends }) => moment(ends) },
        {
          title: words.acts,
          hasUnseenTitle: true,
          cell: (one) => (
            <div class="row acts">
              {one.operator !== me?.name && may(one.role) && (
                <button
                  class="button little"
                  data-test="confirm"
                  onClick={() => decide(one, 'confirm')}
                >
                  {words.confirm}
                </button>
              )}
              <button class="button little" onClick={() => decide(one, 'reject')}>
                {words.reject}
              </button>
            </div>
          ),
        },
      ]}
    />
  );
}

function Operators({ of: rows, ask }: { of: readonly Operator[]; ask: (act: Act) => void }) {
  const admin = session.value?.admin;
  const revoke = ({ name }: Operator) =>
    ask({
      title: words.revoke,
      word: name,
      effect: words.revokeEffect(name),
      run: async () => admin?.revokeOperator(name),
    });
  return (
    <Table
      name={words.operators}
      test="operators"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: words.name, cell: ({ name }) => <b>{name}</b> },
        {
          title: words.roles,
          cell: ({ roles }) => roles.map((role) => words.roleNames[role]).join(', '),
        },
        {
          title: words.added,
          cell: ({ added_by: by, created_at: at }) =>
            at === null ? words.configured : `${moment(at)}, ${by}`,
        },
        {
          title: words.used,
          cell: ({ last_used_at: at, is_of_configuration: isFirst }) =>
            at === null ? (isFirst ? '' : words.never) : moment(at),
        },
        {
          title: words.state,
          cell: ({ revoked_at: at }) =>
            at === null ? <Tag tone="good">{words.active}</Tag> : <Tag>{words.revoked}</Tag>,
        },
        {
          title: words.acts,
          hasUnseenTitle: true,
          cell: (operator) =>
            may('admin') && !operator.is_of_configuration && operator.revoked_at === null ? (
              <button
                class="button little"
                aria-label={`${words.revoke}: ${operator.name}`}
                onClick={() => revoke(operator)}
              >
                {words.revoke}
              </button>
            ) : null,
        },
      ]}
    />
  );
}
