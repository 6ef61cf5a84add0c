/** Operators, what waits for their word, builders and their keys. */
import { useState } from 'preact/hooks';
import type { Confirmation, ListedBuilder, Operator } from '@bellwether/client';
import { List } from '../components/list';
import { Heading } from '../components/router';
import { Notice, Panel, Skeleton, Tag } from '../components/surfaces';
import { Table } from '../components/table';
import { useAnswer } from '../exchange/use-answer';
import { usePages } from '../exchange/use-pages';
import { moment } from '../money/time';
import { useAct } from './act';
import type { Act } from './act';
import { AddOperator } from './add-operator';
import { BuilderKeys } from './builder-keys';
import { Builders } from './builders';
import { SecretDialog, useSecret } from './secret-dialog';
import { may, say, session } from './session';
import { WORDS } from './words';

const { people: words } = WORDS;

export function PeoplePage() {
  const admin = session.value?.admin;
  const [revision, setRevision] = useState(0);
  const [chosen, setChosen] = useState<ListedBuilder | null>(null);
  const operators = useAnswer(
    'operators',
    async (signal) => admin?.operators({ signal }),
    revision,
  );
  const [secret, show] = useSecret();
  const [dialog, ask] = useAct(() => setRevision((before) => before + 1));
  return (
    <>
      <Heading title={WORDS.pages.people} />
      <Confirmations revision={revision} ask={ask} />
      <Panel title={words.operators}>
        {operators.failure !== undefined && (
          <Notice
            kind="bad"
            action={
              <button class="button little" onClick={operators.again}>
                {words.retry}
              </button>
            }
          >
            {say(operators.failure)}
          </Notice>
        )}
        {operators.value === undefined && operators.failure === undefined && (
          <Skeleton height="120px" />
        )}
        {operators.value !== undefined && <Operators of={operators.value.operators} ask={ask} />}
        {may('admin') && <AddOperator ask={ask} />}
      </Panel>
      <Builders {...{ chosen, revision, ask, show }} onChoose={setChosen} />
      <BuilderKeys of={chosen} onAll={() => setChosen(null)} {...{ revision, ask }} />
      {dialog}
      {secret !== null && <SecretDialog of={secret} onClose={() => show(null)} />}
    </>
  );
}

const A_PAGE = 25;

function Confirmations({ revision, ask }: { revision: unknown; ask: (act: Act) => void }) {
  const me = session.value;
  const list = usePages(
    me === null ? null : 'confirmations',
    (before, signal) =>
      me!.admin.confirmations({ limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ confirmations }) => confirmations,
    revision,
  );
  const decide = (one: Confirmation, how: 'confirm' | 'reject') =>
    ask({
      title: words[how],
      isDanger: how === 'confirm',
      effect:
        how === 'confirm'
          ? words.confirmEffect(one.operator, `${one.method} ${one.path} ${one.body}`)
          : words.rejectEffect(one.operator),
      run: async () =>
        how === 'confirm'
          ? me?.admin.confirmAct(one.confirmation_id)
          : me?.admin.rejectAct(one.confirmation_id),
    });
  return (
    <Panel title={words.confirmations}>
      <List<Confirmation>
        of={list}
        name={words.confirmations}
        test="confirmations"
        say={say}
        empty={words.noneOpen}
        height="60px"
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
    </Panel>
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
