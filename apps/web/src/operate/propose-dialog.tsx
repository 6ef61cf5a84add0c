/**
 * Proposes the result of a market or an event, with its reason: the engine's dry run shows payments and holders first, and
 * the outcome is typed. Where nobody may challenge it, it is paid at once.
 */
import { useState } from 'preact/hooks';
import type {
  EventEntry,
  MarketResolution,
  OutcomeEntry,
  ProposeEventRequest,
  ProposeMarketRequest,
  ProposedResult,
} from '@bellwether/client';
import { Choice } from '../components/controls';
import { Dialog } from '../components/dialog';
import { Notice, Skeleton } from '../components/surfaces';
import { gateway } from '../exchange/connection';
import { useAnswer } from '../exchange/use-answer';
import { cents } from '../money/format';
import { moment, now } from '../money/time';
import { ActDialog } from './act';
import { RESULT_WORDS as results } from './result-words';
import { Pays } from './pays';
import type { Way } from './pays';
import { NOTHING_SAID, Saying, isSaid, wordsOf } from './saying';
import type { Said } from './saying';
import { say, session } from './session';
import { equalShares, lastFairPrices } from './void-prices';
import { WORDS } from './words';

const { markets: words } = WORDS;

interface Resolving {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
}

/** A question of which at most one outcome comes true is decided as a whole. */
const isDecidedWhole = ({ mutually_exclusive: exclusive, outcomes }: EventEntry): boolean =>
  exclusive && outcomes.length > 1;

export function ProposeDialog({
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
  const terms = useAnswer(`terms ${outcome.market_id}`, (signal) =>
    gateway.marketResolution(outcome.market_id, { signal }),
  );
  const [share, setShare] = useState<Share>('last');
  const [said, setSaid] = useState<Said>(NOTHING_SAID);
  const [asOf] = useState(now);
  const result =
    terms.value === undefined ? null : resultOf(way, resolving, terms.value, { share, asOf });
  const pays = useAnswer(result && JSON.stringify(result), (signal) =>
    askWhatItPays(result!, resolving, signal),
  );
  const failure = pays.failure ?? terms.failure;
  const isVoidOfEvent = way === 'void' && isWhole;
  return (
    <ActDialog
      onClose={onClose}
      onDone={onDone}
      act={{
        title: words.resolve,
        word: wordOf(way, outcome, isWhole),
        isUnready: pays.value === undefined || !isSaid(said),
        effect: (
          <div class="stack tight">
            <p class="strong">{event.question}</p>
            <p>{sentenceOf(way, outcome, isWhole)}</p>
            {isVoidOfEvent && (
              <Choice<Share>
                name={results.voidBy}
                value={share}
                onChoose={setShare}
                options={[
                  { value: 'last', label: results.lastFair },
                  { value: 'equal', label: results.equal },
                ]}
              />
            )}
            {way === 'void' && !isWhole && terms.value?.void_rule === 'last' && (
              <p>{lastTradeText(outcome, asOf)}</p>
            )}
            {failure !== undefined && <Notice kind="bad">{say(failure)}</Notice>}
            {pays.value === undefined && failure === undefined && <Skeleton height="120px" />}
            {pays.value !== undefined && <Pays of={pays.value} way={way} />}
            <Saying said={said} onSay={setSaid} />
          </div>
        ),
        run: () => carryOut(result!, said, resolving),
      }}
    />
  );
}

const lastTradeText = ({ last_price: last }: OutcomeEntry, asOf: number): string =>
  last === null ? results.noTrade : results.lastTrade(cents(last), moment(asOf));

const wordOf = (way: Way, { label }: OutcomeEntry, isWhole: boolean): string =>
  isWhole && way === 'yes' ? label : way;

function sentenceOf(way: Way, { label }: OutcomeEntry, isWhole: boolean): string {
  if (way === 'void') return words.void;
  if (isWhole) return words.came(label);
  return label === words[way] ? words.cameOut(words[way]) : `${label}: ${words[way]}`;
}

/** What is proposed, without the words for it. */
type Result =
  | { readonly of: 'market'; readonly terms: Omit<ProposeMarketRequest, 'note'> }
  | { readonly of: 'event'; readonly terms: Omit<ProposeEventRequest, 'note'> };
type Share = 'last' | 'equal';

function resultOf(
  way: Way,
  { event, outcome }: Resolving,
  { void_rule: rule, exhaustive }: MarketResolution,
  { share, asOf }: { readonly share: Share; readonly asOf: number },
): Result {
  if (!isDecidedWhole(event)) {
    if (way !== 'void' || rule !== 'last') return { of: 'market', terms: { outcome: way } };
    const shown = outcome.last_price === null ? {} : { price: outcome.last_price };
    return { of: 'market', terms: { outcome: way, ...shown, price_as_of: asOf } };
  }
  if (way !== 'void') return { of: 'event', terms: { winner: outcome.market_id } };
  const prices =
    share === 'equal' ? equalShares(event.outcomes) : lastFairPrices(event.outcomes, exhaustive);
  return { of: 'event', terms: { prices } };
}

async function askWhatItPays(
  result: Result,
  { event, outcome }: Resolving,
  signal: AbortSignal,
): Promise<ProposedResult> {
  const { admin } = session.value!;
  const note = { note: '-' };
  return result.of === 'market'
    ? admin.previewProposeMarket(outcome.market_id, { ...result.terms, ...note }, { signal })
    : admin.previewProposeEvent(event.event_id, { ...result.terms, ...note }, { signal });
}

async function carryOut(
  result: Result,
  said: Said,
  { event, outcome }: Resolving,
): Promise<unknown> {
  const admin = session.value?.admin;
  const words = wordsOf(said);
  return result.of === 'market'
    ? admin?.proposeMarket(outcome.market_id, { ...result.terms, ...words })
    : admin?.proposeEvent(event.event_id, { ...result.terms, ...words });
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
