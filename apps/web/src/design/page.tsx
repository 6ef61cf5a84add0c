/** `/_design`: every component in its states, in light and dark, with its purpose. */
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { NumberField } from '../components/number-field';
import { Choice, CopyButton, Field } from '../components/controls';
import { Dialog } from '../components/dialog';
import { Frame } from '../components/frame';
import { Meter, Sparkline, Steps } from '../components/progress';
import { Heading } from '../components/router';
import { Empty, Facts, Figures, Notice, Panel, Skeleton, Tag } from '../components/surfaces';
import { Table } from '../components/table';
import { theme } from '../components/theme';
import type { Theme } from '../components/theme';
import { DESIGN_WORDS } from './words';

const COLOURS = [
  'ground',
  'panel',
  'raised',
  'rule',
  'edge',
  'ink',
  'muted',
  'yes',
  'yes-soft',
  'no',
  'no-soft',
  'good',
  'good-soft',
  'bad',
  'bad-soft',
  'caution-soft',
  'focus',
];
const ROWS = [
  { name: 'Will it rain?', size: '1,200', value: '$540.00' },
  { name: 'Who wins the league?', size: '25', value: '$9.75' },
];

const Colours = () => (
  <Panel title="Colours: tokens.css">
    <div class="swatches">
      {COLOURS.map((name) => (
        <span class="swatch" key={name}>
          <i style={{ background: `var(--${name})` }} />
          {name}
        </span>
      ))}
    </div>
  </Panel>
);

const Buttons = () => (
  <Panel title="Buttons: .button and primary, danger, yes, no, plain, large, wide, little">
    <div class="row">
      {['', 'primary', 'danger', 'yes', 'no', 'plain', 'little', 'large'].map((look) => (
        <button key={look} class={`button ${look}`}>
          {look || 'Button'}
        </button>
      ))}
      <button class="button primary" disabled>
        Disabled
      </button>
    </div>
  </Panel>
);

function Inputs() {
  const [text, setText] = useState('45.5');
  const [choice, setChoice] = useState('yes');
  const options = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ];
  const common = { name: 'Outcome', options, value: choice, onChoose: setChoice };
  return (
    <Panel title="Inputs: Field, Choice, CopyButton">
      <NumberField
        unit="cents"
        label="A price"
        value={text}
        onType={setText}
        after="¢"
        note="What for"
      />
      <NumberField unit="dollars" label="An unclear one" value="1,5" onType={setText} before="$" />
      <Field label="A text" value="abc" onType={() => undefined} note="What it is for" />
      <div class="row">
        <Choice {...common} />
        <Choice {...common} look="little" />
        <Choice {...common} look="chips" />
        <CopyButton text="copied" />
      </div>
      <Choice {...common} look="wide" />
    </Panel>
  );
}

const Surfaces = () => (
  <Panel title="Surfaces: Notice, Tag, Figures, Facts, Empty, Skeleton">
    <Notice>Something to know</Notice>
    <Notice kind="caution" action={<button class="button">Do it</button>}>
      Something to do
    </Notice>
    <Notice kind="good">Something went well</Notice>
    <Notice kind="bad">Something went wrong</Notice>
    <div class="row">
      <Tag>Paused</Tag>
      <Tag tone="yes">Yes</Tag>
      <Tag tone="no">No</Tag>
      <Tag tone="good">Paid</Tag>
      <Tag tone="bad">Failed</Tag>
    </div>
    <Figures
      of={[
        { name: 'Worth now', value: '$1,024.50' },
        { name: 'Gain', value: '▲ $24.50', tone: 'good' },
        { name: 'Loss', value: '▼ $3.20', tone: 'bad' },
      ]}
    />
    <Facts
      of={[
        { name: 'Fee', value: '$0.0312' },
        { name: 'You pay', value: '$4.55', tone: 'main' },
        { name: 'If Yes, you get', value: '$10.00', tone: 'main good' },
      ]}
    />
    <Empty action={<button class="button">Find a market</button>}>You hold nothing.</Empty>
    <Skeleton height="40px" />
  </Panel>
);

const Progress = () => (
  <Panel title="Progress: Steps, Meter, Sparkline; Table">
    <Steps
      of={[
        { label: 'Seen', state: 'done' },
        { label: 'Over the bridge', state: 'now' },
        { label: 'In your account', state: 'ahead' },
      ]}
    />
    <Steps
      of={[
        { label: 'Seen', state: 'done' },
        { label: 'Failed', state: 'failed' },
      ]}
    />
    <Meter percent={44} />
    <Sparkline of={[40, 42, 41, 47, 52, 44]} label="A course" />
    <Table
      name="An example"
      columns={[
        { title: 'Market', cell: ({ name }) => name, kind: 'text' },
        { title: 'Contracts', cell: ({ size }) => size, kind: 'number' },
        { title: 'Value', cell: ({ value }) => value, kind: 'number' },
      ]}
      rows={ROWS}
      keyOf={({ name }) => name}
    />
  </Panel>
);

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Dialog">
      <div>
        <button class="button" onClick={() => setOpen(true)}>
          {DESIGN_WORDS.dialog}
        </button>
      </div>
      {isOpen && (
        <Dialog
          title="A dialog"
          onClose={() => setOpen(false)}
          actions={
            <button class="button primary" onClick={() => setOpen(false)}>
              Close
            </button>
          }
        >
          <p>It holds the focus, and gives it back.</p>
        </Dialog>
      )}
    </Panel>
  );
}

const App = () => (
  <Frame home={{ href: '/', label: 'Bellwether' }} places={[]} status={<Themes />}>
    <Heading title={DESIGN_WORDS.title} />
    <p class="muted">{DESIGN_WORDS.explained}</p>
    <Colours />
    <Buttons />
    <Inputs />
    <Surfaces />
    <Progress />
    <Dialogs />
  </Frame>
);

const Themes = () => (
  <Choice<Theme>
    name="Appearance"
    look="little"
    options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: value }))}
    value={theme.value}
    onChoose={(chosen) => {
      theme.value = chosen;
    }}
  />
);

const root = document.querySelector('#page');
if (root !== null) render(<App />, root);
