/** What the exchange earned: what can be paid out, the form, and what was. */
import { useState } from 'preact/hooks';
import type { TreasuryPayout } from '@bellwether/client';
import { Choice, Field } from '../components/controls';
import { List } from '../components/list';
import { NumberField } from '../components/number-field';
import { Facts, Panel, Tag } from '../components/surfaces';
import { useAnswer } from '../exchange/use-answer';
import { usePages } from '../exchange/use-pages';
import { shortened, usdExact } from '../money/format';
import { readNumber } from '../money/read-number';
import { moment } from '../money/time';
import { useAct } from './act';
import { may, say, session } from './session';
import { TREASURY_WORDS as words } from './treasury-words';

const A_PAGE = 25;
const SOURCES = ['protocol_fees', 'gas_revenue'] as const;
const RECIPIENTS = ['recipient_main', 'recipient_ext', 'user'] as const;
type Source = (typeof SOURCES)[number];
type Recipient = (typeof RECIPIENTS)[number];

export function Treasury() {
  const admin = session.value?.admin;
  const [revision, setRevision] = useState(0);
  const has = useAnswer('treasury', (signal) => admin!.treasury({ signal }), revision);
  const list = usePages(
    admin === undefined ? null : 'treasury payouts',
    (before, signal) =>
      admin!.treasuryPayouts({ limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ payouts }) => payouts,
    revision,
  );
  return (
    <Panel title={words.title}>
      <Facts
        of={SOURCES.map((source) => ({
          name: words.sources[source],
          value: has.value === undefined ? '–' : usdExact(has.value[source]),
          test: source,
        }))}
      />
      {may('money') && <PayOut onDone={() => setRevision((before) => before + 1)} />}
      <List<TreasuryPayout>
        of={list}
        name={words.paid}
        test="treasury-payouts"
        say={say}
        empty={words.none}
        keyOf={({ source, reference }) => `${source} ${reference}`}
        columns={[
          {
            title: words.when,
            cell: ({ created_at: at }) => <span class="number">{moment(at)}</span>,
          },
          { title: words.source, cell: ({ source }) => words.sources[source as Source] },
          { title: words.reference, cell: ({ reference }) => reference, kind: 'text' },
          { title: words.amount, kind: 'number', cell: ({ amount }) => usdExact(amount) },
          {
            title: words.to,
            cell: ({ chain, recipient }) => (
              <span title={recipient}>
                {chain ?? words.recipients.user} <span class="mono">{shortened(recipient)}</span>
              </span>
            ),
          },
          {
            title: words.state,
            cell: ({ status, reason }) => (
              <Tag {...(status === 'completed' ? { tone: 'good' } : {})}>
                {reason === null ? status : `${status}: ${reason.replaceAll('_', ' ')}`}
              </Tag>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function PayOut({ onDone }: { readonly onDone: () => void }) {
  const [source, setSource] = useState<Source>('protocol_fees');
  const [kind, setKind] = useState<Recipient>('recipient_main');
  const [recipient, setRecipient] = useState('');
  const [reference, setReference] = useState('');
  const [text, setText] = useState('');
  const amount = readNumber(text, 'dollars').value;
  const [dialog, open] = useAct(() => {
    setText('');
    setReference('');
    onDone();
  });
  const to = recipient.trim();
  const isReady = amount !== undefined && to !== '' && reference.trim() !== '';
  const ask = () => {
    if (amount === undefined || !isReady) return;
    const terms = { source, reference: reference.trim(), amount, [kind]: to };
    open({
      title: words.payOut,
      effect: words.effect(usdExact(amount), words.sources[source], to),
      isDanger: true,
      run: async () => session.value?.admin.payTreasury(terms),
    });
  };
  return (
    <div class="stack narrow">
      <Choice
        name={words.source}
        value={source}
        onChoose={setSource}
        options={SOURCES.map((value) => ({ value, label: words.sources[value] }))}
      />
      <NumberField
        unit="dollars"
        label={words.amount}
        value={text}
        onType={setText}
        before="$"
        data-test="treasury-amount"
      />
      <Choice
        name={words.to}
        value={kind}
        onChoose={setKind}
        options={RECIPIENTS.map((value) => ({ value, label: words.recipients[value] }))}
      />
      <Field
        label={words.address}
        value={recipient}
        onType={setRecipient}
        data-test="treasury-recipient"
      />
      <Field
        label={words.reference}
        value={reference}
        onType={setReference}
        note={words.once}
        data-test="treasury-reference"
      />
      <div>
        <button class="button" data-test="treasury-pay" disabled={!isReady} onClick={ask}>
          {words.payOut}
        </button>
      </div>
      {dialog}
    </div>
  );
}
