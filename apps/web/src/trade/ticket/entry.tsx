/** The entry fields of the ticket. */
import type { LiveBook, Market, OutcomeSide } from '@bellwether/client';
import { Choice } from '../../components/controls';
import { NumberField } from '../../components/number-field';
import { useLive } from '../../exchange/use-live';
import { cents, count, decimalText } from '../../money/format';
import { readNumber } from '../../money/read-number';
import { account } from '../account';
import { WORDS } from '../words/everywhere';
import { MARKET_WORDS } from '../words/market';
import { SLIPPAGES } from './terms';
import { sellable } from './ticket-state';
import type { TicketState } from './ticket-state';

const words = MARKET_WORDS.ticket;
const CENT_BPS = 100;

interface Parts {
  readonly market: Market;
  readonly book: LiveBook;
  readonly state: TicketState;
}

export function Entry({ market, book, state }: Parts) {
  return (
    <>
      <div class="row apart">
        <Choice
          name={words.side}
          options={(['buy', 'sell'] as const).map((value) => ({ value, label: WORDS.side[value] }))}
          value={state.side.value}
          onChoose={(side) => {
            state.side.value = side;
            if (side === 'sell') state.unit.value = 'contracts';
          }}
        />
        <Choice
          name={words.kind}
          look="little"
          options={(['market', 'limit'] as const).map((value) => ({
            value,
            label: words.kinds[value],
          }))}
          value={state.kind.value}
          onChoose={(kind) => chooseKind(state, book, kind)}
        />
      </div>
      <Outcomes book={book} state={state} />
      {state.kind.value === 'limit' && <LimitPrice state={state} />}
      <Amount market={market} state={state} />
      {state.kind.value === 'market' && <Slippage state={state} />}
    </>
  );
}

/** A limit starts at the best price of the other side. */
function chooseKind(state: TicketState, book: LiveBook, kind: 'market' | 'limit'): void {
  state.kind.value = kind;
  if (kind === 'market' || state.limit.value !== '') return;
  const best = bestOf(state, book, state.outcome.value);
  if (best !== undefined) state.takePrice(best);
}

const bestOf = (state: TicketState, book: LiveBook, outcome: OutcomeSide): number | undefined =>
  (state.side.value === 'buy' ? book.bestAsk(outcome) : book.bestBid(outcome))?.price;

function Outcomes({ book, state }: Pick<Parts, 'book' | 'state'>) {
  useLive(book);
  return (
    <fieldset class={book.isLive ? 'sides' : 'sides stale'}>
      <legend class="unseen">{words.outcome}</legend>
      {(['yes', 'no'] as const).map((outcome) => {
        const best = book.isLive ? bestOf(state, book, outcome) : undefined;
        return (
          <label key={outcome} class={`side ${outcome}`}>
            <input
              type="radio"
              name="outcome"
              value={outcome}
              checked={state.outcome.value === outcome}
              onChange={() => {
                state.outcome.value = outcome;
              }}
            />
            <span>
              {WORDS.outcome[outcome]}{' '}
              <b class="number">{best === undefined ? '–' : cents(best)}</b>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function LimitPrice({ state }: { state: TicketState }) {
  const step = (by: number) => {
    const now = readNumber(state.limit.value, 'cents').value ?? 5_000;
    const next = Math.max(1, Math.min(9_999, now + by));
    state.limit.value = String(Number(decimalText(BigInt(next), 2)));
  };
  return (
    <NumberField
      unit="cents"
      label={words.limit}
      value={state.limit.value}
      onType={(text) => {
        state.limit.value = text;
      }}
      data-test="limit"
      before={
        <button
          class="button little"
          type="button"
          aria-label={words.less}
          onClick={() => step(-CENT_BPS)}
        >
          −
        </button>
      }
      after={
        <>
          <span class="muted">¢</span>
          <button
            class="button little"
            type="button"
            aria-label={words.more}
            onClick={() => step(CENT_BPS)}
          >
            +
          </button>
        </>
      }
    />
  );
}

function Amount({ market, state }: Omit<Parts, 'book'>) {
  useLive(account.value);
  const isSell = state.side.value === 'sell';
  const unit = state.unit.value;
  const held = sellable(market.market_id, state.outcome.value);
  const set = (contracts: number) => {
    state.amount.value = String(contracts);
  };
  return (
    <div class="stack tight">
      <NumberField
        unit={unit}
        label={words[unit]}
        value={state.amount.value}
        onType={(text) => {
          state.amount.value = text;
        }}
        data-test="amount"
        before={unit === 'dollars' ? <span class="muted">$</span> : undefined}
      />
      <div class="row apart small">
        {isSell ? (
          <>
            <span class="muted" data-test="sellable">
              {words.held(count(held))}
            </span>
            <span class="row">
              <button
                class="button little"
                type="button"
                disabled={held < 2}
                onClick={() => set(held >> 1)}
              >
                {words.half}
              </button>
              <button
                class="button little"
                type="button"
                disabled={held === 0}
                onClick={() => set(held)}
              >
                {words.all}
              </button>
            </span>
          </>
        ) : (
          <Choice
            name={words.unit}
            look="little"
            options={(['contracts', 'dollars'] as const).map((value) => ({
              value,
              label: words[value],
            }))}
            value={unit}
            onChoose={(chosen) => {
              state.unit.value = chosen;
            }}
          />
        )}
      </div>
    </div>
  );
}

const Slippage = ({ state }: { state: TicketState }) => (
  <div class="row apart small">
    <span class="muted">{words.slippage}</span>
    <Choice
      name={words.slippage}
      look="little"
      options={SLIPPAGES.map((value) => ({ value, label: words.slippages[value] }))}
      value={state.slippage.value}
      onChoose={(chosen) => {
        state.slippage.value = chosen;
      }}
    />
  </div>
);
