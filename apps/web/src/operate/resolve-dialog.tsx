/** Resolves a market: the engine's dry run shows payments and holders first, and the outcome is typed. */
import { useState } from 'preact/hooks';
import type { EventEntry, OutcomeEntry, ResolvedMarket } from '@bellwether/client';
import { Choice } from '../components/controls';
import { Dialog } from '../components/dialog';
import { Facts, Notice, Skeleton } from '../components/surfaces';
import type { Fact } from '../components/surfaces';
import { Table } from '../components/table';
import type { Column } from '../components/table';
import { useAnswer } from '../exchange/use-answer';
import { count, usd } from '../money/format';
import { ActDialog } from './act';
import { say, session } from './session';
import { WORDS } from './words';

const { markets: words } = WORDS;
type Way = 'yes' | 'no' | 'void';

interface Resolving {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
}

/** A question of which at most one outcome comes true is decided as a whole. */
const isDecidedWhole = ({ mutually_exclusive: exclusive, outcomes }: EventEntry): boolean =>
  exclusive && outcomes.length > 1;

export function ResolveDialog({
  onClose,
  onDone,
  ...resolving
}: Resolving & { readonly onClose: () => void; readonly onDone: () => void }) {
  const [way, setWay] = useState<Way | null>(null);
  if (way === null) return <Ways {...resolving} onClose={onClose} onChoose={setWay} />;
  return <Sure {...resolving} way={way} onClose={onClose} onDone={onDone} />;
}

function Sure({
  way,
  onClose,
  onDone,
  ...resolving
}: Resolving & { way: Way; onClose: () => void; onDone: () => void }) {
  const { event, outcome } = resolving;
  const isWhole = isDecidedWhole(event);
  const pays = useAnswer(`${way} ${outcome.market_id}`, (signal) =>
    askWhatItPays(way, resolving, signal),
  );
  return (
    <ActDialog
      onClose={onClose}
      onDone={onDone}
      act={{
        title: words.resolve,
        word: wordOf(way, outcome, isWhole),
        isUnready: pays.value === undefined,
        effect: (
          <div class="stack tight">
            <p class="strong">{event.question}</p>
            <p>{sentenceOf(way, outcome, isWhole)}</p>
            {pays.failure !== undefined && <Notice kind="bad">{say(pays.failure)}</Notice>}
            {pays.value === undefined && pays.failure === undefined && <Skeleton height="120px" />}
            {pays.value !== undefined && <Pays of={pays.value} way={way} />}
          </div>
        ),
        run: () => carryOut(way, resolving),
      }}
    />
  );
}

/** As the engine answers it now: what happens until the resolution may change it. */
function Pays({ of: markets, way }: { of: readonly ResolvedMarket[]; way: Way }) {
  const [one, ...others] = markets;
  const isDone = markets.every((one) => one.dry_run?.already_resolved === true);
  return (
    <div class="stack tight" data-test="pays">
      {isDone && <Notice kind="caution">{words.alreadyResolved}</Notice>}
      {one !== undefined && others.length === 0 && <Facts of={factsOf(one, way)} />}
      {others.length > 0 && <Several of={markets} way={way} />}
      <p>{words.notTakenBack}</p>
    </div>
  );
}

/** A line per market: the total payment and the word to type stay in sight. */
const Several = ({ of: markets, way }: { of: readonly ResolvedMarket[]; way: Way }) => (
  <>
    <div class="pays-of-several">
      <Table name={words.paysByOutcome} columns={PAYS} rows={markets} keyOf={idOf} />
    </div>
    <Facts
      of={[
        {
          name: way === 'void' ? words.paysVoid : words.paysInAll,
          value: usd(sumOf(markets)),
          tone: 'main',
          test: 'paid-in-all',
        },
      ]}
    />
  </>
);

const idOf = ({ market_id: id }: ResolvedMarket): string => id;

const PAYS: readonly Column<ResolvedMarket>[] = [
  { title: words.outcome, kind: 'text', cell: ({ dry_run: dry }) => dry?.label },
  ...(['yes', 'no'] as const).map((side): Column<ResolvedMarket> => ({
    title: words.paidTo(words[side]),
    kind: 'number',
    cell: ({ dry_run: dry }) => usd(dry?.[side].paid_micro_usdc ?? 0),
  })),
  {
    title: words.ordersOut,
    kind: 'number',
    cell: ({ dry_run: dry }) => count(dry?.open_orders ?? 0),
  },
];

function factsOf({ dry_run: dry, paid_micro_usdc: paid }: ResolvedMarket, way: Way): Fact[] {
  if (dry === undefined) return [];
  const sides = (['yes', 'no'] as const).map((side): Fact => {
    const { contracts, users, paid_micro_usdc: amount } = dry[side];
    return {
      name: words.holders(words[side], count(contracts), count(users)),
      value: usd(amount),
    };
  });
  return [
    ...sides,
    { name: words.ordersCancelled, value: count(dry.open_orders) },
    {
      name: way === 'void' ? words.paysVoid : words.paysInAll,
      value: usd(paid),
      tone: 'main',
      test: 'paid-in-all',
    },
  ];
}

const sumOf = (markets: readonly ResolvedMarket[]): bigint =>
  markets.reduce((sum, one) => sum + BigInt(one.paid_micro_usdc), 0n);

const wordOf = (way: Way, { label }: OutcomeEntry, isWhole: boolean): string =>
  isWhole && way === 'yes' ? label : way;

function sentenceOf(way: Way, { label }: OutcomeEntry, isWhole: boolean): string {
  if (way === 'void') return words.void;
  if (isWhole) return words.came(label);
  return label === words[way] ? words.cameOut(words[way]) : `${label}: ${words[way]}`;
}

const ofEvent = (way: Way, outcome: OutcomeEntry) =>
  way === 'void' ? ({ void: true } as const) : { winner: outcome.market_id };

async function askWhatItPays(
  way: Way,
  { event, outcome }: Resolving,
  signal: AbortSignal,
): Promise<readonly ResolvedMarket[]> {
  const admin = session.value?.admin;
  if (admin === undefined) return [];
  if (!isDecidedWhole(event)) {
    return [await admin.previewResolveMarket(outcome.market_id, { outcome: way }, { signal })];
  }
  const how = ofEvent(way, outcome);
  return (await admin.previewResolveEvent(event.event_id, how, { signal })).markets;
}

async function carryOut(way: Way, { event, outcome }: Resolving): Promise<unknown> {
  const admin = session.value?.admin;
  return isDecidedWhole(event)
    ? admin?.resolveEvent(event.event_id, ofEvent(way, outcome))
    : admin?.resolveMarket(outcome.market_id, { outcome: way });
}

function Ways({
  event,
  outcome,
  onChoose,
  onClose,
}: Resolving & { readonly onChoose: (way: Way) => void; readonly onClose: () => void }) {
  const isWhole = isDecidedWhole(event);
  const ways: readonly Way[] = isWhole ? ['yes', 'void'] : ['yes', 'no', 'void'];
  const [chosen, setChosen] = useState<Way>('yes');
  return (
    <Dialog
      title={words.resolve}
      onClose={onClose}
      actions={
        <>
          <button class="button" onClick={onClose}>
            {WORDS.dialog.keep}
          </button>
          <button class="button primary" data-test="next" onClick={() => onChoose(chosen)}>
            {words.resolve}…
          </button>
        </>
      }
    >
      <p class="strong">{event.question}</p>
      {(isWhole || event.outcomes.length > 1) && (
        <p>{isWhole ? words.came(outcome.label) : outcome.label}</p>
      )}
      <Choice<Way>
        name={words.how}
        look="wide"
        value={chosen}
        onChoose={setChosen}
        options={ways.map((value) => ({
          value,
          label:
            value === 'yes' && isWhole
              ? outcome.label
              : value === 'void'
                ? words.voidShort
                : words[value],
        }))}
      />
    </Dialog>
  );
}
