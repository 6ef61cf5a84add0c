/** How a market came out: what it pays is said before, and the outcome is typed. */
import { useState } from 'preact/hooks';
import type { EventEntry, OutcomeEntry } from '@bellwether/client';
import { Choice } from '../components/controls';
import { Dialog } from '../components/dialog';
import { count, usd } from '../money/format';
import { ActDialog } from './act';
import { session } from './session';
import { WORDS } from './words';

const { markets: words } = WORDS;
const MICRO_PER_CONTRACT = 1_000_000n;
type Way = 'yes' | 'no' | 'void';

/** A question of which at most one outcome comes true is decided as a whole. */
const isDecidedWhole = ({ mutually_exclusive: exclusive, outcomes }: EventEntry): boolean =>
  exclusive && outcomes.length > 1;

export function ResolveDialog({
  event,
  outcome,
  onClose,
}: {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
  readonly onClose: () => void;
}) {
  const [way, choose] = useState<Way | null>(null);
  const isWhole = isDecidedWhole(event);
  if (way === null) return <Ways {...{ event, outcome, isWhole, onClose }} onChoose={choose} />;
  const settled = isWhole ? event.outcomes : [outcome];
  const contracts = settled.reduce((sum, one) => sum + BigInt(one.open_interest), 0n);
  // Each pair of contracts pays a dollar, whatever comes true.
  const paid = usd(contracts * MICRO_PER_CONTRACT);
  const says = way === 'void' ? words.voidEffect : words.resolveEffect;
  return (
    <ActDialog
      onClose={onClose}
      onDone={() => undefined}
      act={{
        title: words.resolve,
        word: wordOf(way, outcome, isWhole),
        effect: (
          <>
            <p class="strong">{event.question}</p>
            <p>{sentenceOf(way, outcome, isWhole)}</p>
            <p data-test="pays">{says(count(contracts), paid)}</p>
          </>
        ),
        run: () => carryOut(way, event, outcome, isWhole),
      }}
    />
  );
}

const wordOf = (way: Way, { label }: OutcomeEntry, isWhole: boolean): string =>
  isWhole && way === 'yes' ? label : way;

function sentenceOf(way: Way, { label }: OutcomeEntry, isWhole: boolean): string {
  if (way === 'void') return words.void;
  if (isWhole) return words.came(label);
  return `${label}: ${words[way]}`;
}

async function carryOut(
  way: Way,
  event: EventEntry,
  outcome: OutcomeEntry,
  isWhole: boolean,
): Promise<unknown> {
  const admin = session.value?.admin;
  if (!isWhole) return admin?.resolveMarket(outcome.market_id, { outcome: way });
  const how = way === 'void' ? ({ void: true } as const) : { winner: outcome.market_id };
  return admin?.resolveEvent(event.event_id, how);
}

function Ways({
  event,
  outcome,
  isWhole,
  onChoose,
  onClose,
}: {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
  readonly isWhole: boolean;
  readonly onChoose: (way: Way) => void;
  readonly onClose: () => void;
}) {
  const ways: readonly Way[] = isWhole ? ['yes', 'void'] : ['yes', 'no', 'void'];
  const [chosen, choose] = useState<Way>('yes');
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
      <p>{isWhole ? words.came(outcome.label) : outcome.label}</p>
      <Choice<Way>
        name={words.how}
        look="wide"
        value={chosen}
        onChoose={choose}
        options={ways.map((value) => ({
          value,
          label:
            value === 'yes' && isWhole ? outcome.label : value === 'void' ? 'Void' : words[value],
        }))}
      />
    </Dialog>
  );
}
