import { BuilderClient } from '@bellwether/client';
import type { OwnBuilder } from '@bellwether/client';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Frame } from '../components/frame';
import { Heading } from '../components/router';
import { Figures, Notice, Panel, Skeleton, Tag } from '../components/surfaces';
import { Table } from '../components/table';
import { GATEWAY_URL, settings } from '../exchange/connection';
import { useAnswer } from '../exchange/use-answer';
import { useTicks } from '../exchange/use-ticks';
import { count, shortened, usdExact } from '../money/format';
import { moment } from '../money/time';
import { FirstOrder } from './first-order';
import { Payouts } from './payouts';
import { Revenue } from './revenue';
import { say } from './say';
import { Trades } from './trades';
import { Users } from './users';
import { WORDS } from './words';

interface LookedAt {
  readonly client: BuilderClient;
  readonly builder: OwnBuilder;
}

const looked = signal<LookedAt | null>(null);

export const App = () => (
  <Frame home={{ href: '/build', label: WORDS.site }} places={[]} status={<Status />}>
    <Heading title={WORDS.title}>
      {looked.value === null ? (
        WORDS.title
      ) : (
        <span data-test="builder-name">{looked.value.builder.name}</span>
      )}
    </Heading>
    {looked.value === null ? <Login /> : <Builder {...looked.value} />}
  </Frame>
);

const Status = () =>
  looked.value === null ? null : (
    <button
      class="button little"
      data-test="forget"
      onClick={() => {
        looked.value = null;
      }}
    >
      {WORDS.login.out}
    </button>
  );

function Login() {
  const [fields, setFields] = useState({ apiKey: '', secret: '' });
  const [wrong, setWrong] = useState<string | null>(null);
  const signerUrl = settings.value?.signer ?? null;
  const look = async () => {
    if (signerUrl === null) return;
    setWrong(null);
    try {
      const { apiKey, secret } = fields;
      const credentials = { apiKey: apiKey.trim(), secret: secret.trim() };
      const client = new BuilderClient({ signerUrl, gatewayUrl: GATEWAY_URL, ...credentials });
      looked.value = { client, builder: await client.builder() };
    } catch (error) {
      setWrong(say(error));
    } finally {
      setFields({ apiKey: '', secret: '' });
    }
  };
  if (settings.value !== undefined && signerUrl === null) {
    return <Notice kind="bad">{WORDS.login.none}</Notice>;
  }
  return (
    <Panel title={WORDS.login.title}>
      <form
        class="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        {(['apiKey', 'secret'] as const).map((name) => (
          <div class="field" key={name}>
            <label class="label" for={name}>
              {name === 'apiKey' ? WORDS.login.key : WORDS.login.secret}
            </label>
            <div class="box">
              <input
                id={name}
                type="password"
                autocomplete="off"
                data-test={name}
                value={fields[name]}
                onInput={(event) => {
                  const { value } = event.currentTarget;
                  setFields((before) => ({ ...before, [name]: value }));
                }}
              />
            </div>
          </div>
        ))}
        <p class="muted small">{WORDS.login.explained}</p>
        <div>
          <button
            class="button primary"
            data-test="look"
            disabled={fields.apiKey.trim() === '' || fields.secret.trim() === ''}
          >
            {WORDS.login.enter}
          </button>
        </div>
      </form>
      {wrong !== null && (
        <Notice kind="bad" data-test="refused">
          {wrong}
        </Notice>
      )}
    </Panel>
  );
}

function Builder({ client, builder }: LookedAt) {
  const revenue = useAnswer('revenue', (stop) => client.revenue({}, { signal: stop }));
  const mine = builder.keys.find(({ key_id: id }) => id === builder.key_id);
  const isStrong = mine?.scopes.some((scope) => scope !== 'read') === true;
  return (
    <>
      {isStrong && (
        <Notice kind="caution" data-test="strong-key">
          {WORDS.login.strong}
        </Notice>
      )}
      <Figures
        of={[
          { name: WORDS.builder.users, value: count(builder.user_count), test: 'user-count' },
          { name: WORDS.builder.fee, value: WORDS.builder.basisPoints(builder.max_fee_bps) },
          {
            name: WORDS.builder.earned,
            value: revenue.value === undefined ? '–' : usdExact(revenue.value.total.builder_fees),
            test: 'earned',
          },
          {
            name: WORDS.builder.fills,
            value: revenue.value === undefined ? '–' : count(revenue.value.total.fills),
          },
        ]}
      />
      {revenue.failure !== undefined && (
        <Notice
          kind="bad"
          action={
            <button class="button little" onClick={revenue.again}>
              {WORDS.again}
            </button>
          }
        >
          {say(revenue.failure)}
        </Notice>
      )}
      {revenue.value === undefined && revenue.failure === undefined && <Skeleton height="200px" />}
      {revenue.value !== undefined && <Revenue of={revenue.value} client={client} />}
      <Payouts client={client} />
      <Trades client={client} keys={new Set(builder.keys.map(({ key_id: id }) => id))} />
      <Keys client={client} builder={builder} />
      <Users client={client} />
      <FirstOrder signerUrl={settings.value?.signer ?? ''} />
    </>
  );
}

/** The rest of a rate limit is out of date after some seconds. */
const ASK_AGAIN_MS = 5_000;

function Keys({ client, builder: first }: { client: BuilderClient; builder: OwnBuilder }) {
  const ticks = useTicks(ASK_AGAIN_MS);
  const now = useAnswer('keys', (stop) => client.builder({ signal: stop }), ticks);
  const builder = now.value ?? first;
  return (
    <Panel title={WORDS.keys.title} stale={now.failure !== undefined}>
      <Table
        name={WORDS.keys.title}
        test="keys"
        rows={builder.keys}
        keyOf={({ key_id: id }) => id}
        columns={[
          {
            title: WORDS.keys.key,
            cell: ({ key_id: id }) => (
              <>
                <span class="mono" title={id}>
                  {shortened(id)}
                </span>{' '}
                {id === builder.key_id && <Tag>{WORDS.keys.this}</Tag>}
              </>
            ),
          },
          { title: WORDS.keys.scopes, cell: ({ scopes }) => scopes.join(', ') },
          {
            title: WORDS.keys.rate,
            cell: ({ orders_per_second: rate }) => count(rate),
            kind: 'number',
          },
          {
            title: WORDS.keys.left,
            cell: ({ orders_left: left }) => (left === null ? '–' : count(left)),
            kind: 'number',
          },
          {
            title: WORDS.keys.users,
            cell: ({ user_count: users }) => count(users),
            kind: 'number',
          },
          {
            title: WORDS.keys.used,
            cell: ({ last_used_at: at }) => (at === null ? WORDS.keys.never : moment(at)),
          },
          {
            title: WORDS.keys.rotated,
            cell: ({ rotated_at: at }) => (at === null ? WORDS.keys.never : moment(at)),
          },
          {
            title: WORDS.keys.state,
            cell: ({ revoked_at: at }) =>
              at === null ? (
                <Tag tone="good">{WORDS.keys.works}</Tag>
              ) : (
                <Tag>{WORDS.keys.revoked}</Tag>
              ),
          },
        ]}
      />
      <p class="muted small">{WORDS.keys.note}</p>
    </Panel>
  );
}
