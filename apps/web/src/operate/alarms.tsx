/** Alarms of the funding apps. */
import { useState } from 'preact/hooks';
import type { Alarm, ListAlarmsQuery } from '@bellwether/client';
import { Choice } from '../components/controls';
import { List } from '../components/list';
import { Panel } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import { count } from '../money/format';
import { moment } from '../money/time';
import { say, session } from './session';
import { WORDS } from './words';

const { alarms: words } = WORDS;
const A_PAGE = 25;
const APPS = ['deposit-listener', 'bridge-relayer', 'withdraw-worker'] as const;
type App = NonNullable<ListAlarmsQuery['app']>;

export function Alarms() {
  const [app, setApp] = useState<App | ''>('');
  const admin = session.value?.admin;
  const list = usePages(
    admin === undefined ? null : `alarms ${app}`,
    (before, signal) =>
      admin!.alarms(
        { limit: A_PAGE, ...(app === '' ? {} : { app }), ...(before && { before }) },
        signal && { signal },
      ),
    ({ alarms }) => alarms,
  );
  return (
    <Panel
      title={words.title}
      aside={
        <Choice<App | ''>
          name={words.app}
          look="little"
          value={app}
          onChoose={setApp}
          options={[
            { value: '', label: words.all },
            ...APPS.map((value) => ({ value, label: words.apps[value] })),
          ]}
        />
      }
    >
      <List<Alarm>
        of={list}
        name={words.title}
        test="alarms"
        say={say}
        empty={words.none}
        keyOf={({ alarm_id: id }) => id}
        columns={[
          {
            title: words.last,
            cell: ({ last_at: last }) => <span class="number">{moment(last)}</span>,
          },
          {
            title: words.kind,
            kind: 'text',
            cell: ({ kind }) => <b>{kind.replaceAll('_', ' ')}</b>,
          },
          { title: words.app, cell: ({ app: of }) => of },
          { title: words.times, kind: 'number', cell: ({ times }) => count(times) },
          {
            title: words.first,
            cell: ({ first_at: first }) => <span class="number">{moment(first)}</span>,
          },
          { title: words.runbook, cell: ({ runbook }) => runbook ?? '' },
          { title: words.details, kind: 'text', cell: (alarm) => <Details of={alarm} /> },
        ]}
      />
    </Panel>
  );
}

/** Long, and rarely wanted: the log has more. */
const Details = ({ of: { details } }: { of: Alarm }) => (
  <details>
    <summary>{words.show}</summary>
    <pre class="mono body">{JSON.stringify(details, null, 1)}</pre>
  </details>
);
