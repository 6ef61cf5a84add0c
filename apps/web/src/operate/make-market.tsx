/** Creates an event in two steps: its terms, and how traders will see it. */
import { useState } from 'preact/hooks';
import type { CreateEventRequest } from '@bellwether/client';
import { Area, Choice, Field } from '../components/controls';
import { Facts, Notice, Panel, Tag } from '../components/surfaces';
import { readUtc, utcText } from '../money/read-utc';
import { now } from '../money/time';
import { useAct } from './act';
import { session } from './session';
import { WORDS } from './words';

const { make: words } = WORDS;
const MOST_OUTCOMES = 100;

interface Draft {
  readonly question: string;
  readonly description: string;
  readonly rules: string;
  readonly source: string;
  readonly category: string;
  readonly sub: string;
  readonly labels: string;
  readonly isExclusive: boolean;
  readonly ends: string;
}

const EMPTY: Draft = {
  question: '',
  description: '',
  rules: '',
  source: '',
  category: '',
  sub: '',
  labels: 'Yes',
  isExclusive: false,
  ends: '',
};

export function MakeMarket({ onMade }: { readonly onMade: () => void }) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [seen, setSeen] = useState<CreateEventRequest | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const [dialog, open] = useAct(() => {
    setDraft(EMPTY);
    setSeen(null);
    onMade();
  });
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const toPreview = () => {
    const read = eventOf(draft);
    setMade(null);
    if (typeof read === 'string') setWrong(read);
    else {
      setWrong(null);
      setSeen(read);
    }
  };
  const make = (event: CreateEventRequest) =>
    open({
      title: words.make,
      word: 'make',
      isDanger: false,
      effect: <p class="strong">{event.question}</p>,
      run: async () => {
        const done = await session.value?.admin.createEvent(event);
        setMade(done === undefined ? null : event.question);
      },
    });
  return (
    <Panel title={words.title}>
      {made !== null && (
        <Notice kind="good" data-test="made">
          {words.made(made)}
        </Notice>
      )}
      {seen === null ? (
        <>
          <Form draft={draft} set={set} />
          {wrong !== null && <Notice kind="bad">{wrong}</Notice>}
          <div>
            <button class="button primary" data-test="look" onClick={toPreview}>
              {words.look}
            </button>
          </div>
        </>
      ) : (
        <>
          <Preview event={seen} />
          <div class="row">
            <button class="button" onClick={() => setSeen(null)}>
              {words.back}
            </button>
            <button class="button primary" data-test="make" onClick={() => make(seen)}>
              {words.make}…
            </button>
          </div>
        </>
      )}
      {dialog}
    </Panel>
  );
}

function Form({ draft, set }: { draft: Draft; set: (changes: Partial<Draft>) => void }) {
  return (
    <div class="form three">
      <div class="whole">
        <Field
          label={words.question}
          value={draft.question}
          onType={(question) => set({ question })}
          data-test="question"
        />
      </div>
      <Area
        label={words.rules}
        value={draft.rules}
        onType={(rules) => set({ rules })}
        test="rules"
      />
      <Area
        label={words.description}
        value={draft.description}
        onType={(description) => set({ description })}
        test="description"
      />
      <Area
        label={words.labels}
        value={draft.labels}
        onType={(labels) => set({ labels })}
        note={words.labelsNote}
        test="labels"
      />
      <Field
        label={words.category}
        value={draft.category}
        onType={(category) => set({ category })}
        data-test="category"
      />
      <Field label={words.sub} value={draft.sub} onType={(sub) => set({ sub })} data-test="sub" />
      <Field
        label={words.source}
        value={draft.source}
        onType={(source) => set({ source })}
        data-test="source"
      />
      <Field
        label={words.ends}
        value={draft.ends}
        onType={(ends) => set({ ends })}
        note={words.endsNote}
        data-test="ends"
      />
      <div class="whole">
        <Choice
          name={words.exclusive}
          value={draft.isExclusive ? 'yes' : 'no'}
          onChoose={(value) => set({ isExclusive: value === 'yes' })}
          options={[
            { value: 'no', label: words.exclusiveNo },
            { value: 'yes', label: words.exclusiveYes },
          ]}
        />
      </div>
    </div>
  );
}

const Preview = ({ event }: { event: CreateEventRequest }) => (
  <div class="stack tight" data-test="preview">
    <p class="muted small">{words.preview}</p>
    <p class="headline">{event.question}</p>
    <div class="row">
      <Tag>
        {event.category.name} / {event.category.sub}
      </Tag>
      {event.outcomes.map(({ label }) => (
        <Tag key={label} tone="yes">
          {label}
        </Tag>
      ))}
    </div>
    {event.description !== '' && <p class="body">{event.description}</p>}
    {event.rules !== undefined && <p class="body">{event.rules}</p>}
    <Facts
      isNarrow
      of={[
        { name: words.ends, value: utcText(event.expiry) },
        ...(event.resolution_source === undefined
          ? []
          : [{ name: words.source, value: event.resolution_source }]),
        ...(event.outcomes.length === 1
          ? []
          : [
              {
                name: words.exclusive,
                value: event.mutually_exclusive === true ? words.exclusiveYes : words.exclusiveNo,
              },
            ]),
      ]}
    />
  </div>
);

/** The request; or the fault, in words. */
function eventOf(draft: Draft): CreateEventRequest | string {
  const labels = draft.labels
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const texts = [draft.question, draft.category, draft.sub];
  if (texts.some((text) => text.trim() === '') || labels.length === 0) return words.wrong.empty;
  if (new Set(labels).size !== labels.length || labels.length > MOST_OUTCOMES) {
    return words.wrong.labels;
  }
  const expiry = readUtc(draft.ends);
  if (expiry === undefined || expiry <= now()) return words.wrong.ends;
  return {
    // Made here, so that a lost answer makes no second question.
    event_id: crypto.randomUUID(),
    question: draft.question.trim(),
    description: draft.description.trim(),
    ...(draft.rules.trim() !== '' && { rules: draft.rules.trim() }),
    ...(draft.source.trim() !== '' && { resolution_source: draft.source.trim() }),
    category: { name: draft.category.trim(), sub: draft.sub.trim() },
    expiry,
    mutually_exclusive: draft.isExclusive && labels.length > 1,
    outcomes: labels.map((label) => ({ label })),
  };
}
