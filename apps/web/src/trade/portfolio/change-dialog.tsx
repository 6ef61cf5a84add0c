/**
 * Changes a resting order. What it shows is signed: also how many contracts are filled. Where more were filled meanwhile, it
 * shows the new numbers, and nothing is changed until they are confirmed.
 */
import { BellwetherError } from '@bellwether/client';
import type { SubmittedOrder } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog';
import { NumberField } from '../../components/number-field';
import { Facts, Notice } from '../../components/surfaces';
import { gateway } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { count, decimalText } from '../../money/format';
import { key } from '../account';
import { boundHitBy } from '../key/bounds';
import type { BoundHit } from '../key/bounds';
import { RaiseBound } from '../key/raise-bound';
import { say } from '../say';
import { letGo } from '../sending/unanswered';
import { sayDone, sayOrder, sayResting } from '../sentences';
import { doneBy, outlayAt, wholeCents } from '../ticket/sums';
import { CHANGE_WORDS as words } from '../words/change';
import { WORDS } from '../words/everywhere';
import { readChange } from './change';
import type { ChangeRead } from './change';
import { changing } from './changing';
import type { Changing } from './changing';

type Change = NonNullable<ChangeRead['change']>;

const close = () => {
  changing.value = null;
};

export function ChangeDialog({ order, label }: Changing) {
  const [limit, setLimit] = useState(String(Number(decimalText(BigInt(order.price), 2))));
  const [total, setTotal] = useState(String(order.size));
  const sending = useSending(order.filled);
  const { filled, done } = sending;
  const market = useAnswer(`market ${order.market_id}`, (signal) =>
    gateway.market(order.market_id, { signal }),
  );
  const { change, isTooSmall } = readChange(order, filled, { limit, total });
  const feeBps = market.value?.fee_bps;
  const said =
    change === null || feeBps === undefined ? '' : sayChange(order, label, change, feeBps);
  const traded = { outcome: order.outcome, label };
  return (
    <Dialog
      title={words.title}
      onClose={close}
      actions={
        <Actions
          isDone={done !== null}
          isOff={said === '' || sending.isBusy}
          isBusy={sending.isBusy}
          onSend={() => change !== null && said !== '' && void sending.send(change)}
        />
      }
    >
      {done === null ? (
        <>
          <p class="muted">
            {words.now}: {sayResting(order.side, traded, order.size - filled, order.price)}
          </p>
          <NumberField
            unit="contracts"
            label={words.total}
            value={total}
            onType={setTotal}
            note={words.totalNote}
            data-test="change-total"
          />
          <NumberField
            unit="cents"
            label={words.price}
            value={limit}
            onType={setLimit}
            after={<span class="muted">¢</span>}
            data-test="change-limit"
          />
          <Outlook filled={filled} size={change?.size} said={said} />
          {isTooSmall && <p class="bad">{words.tooSmall(count(filled))}</p>}
          {market.failure !== undefined && <p class="bad">{words.failed}</p>}
          <Refused said={sending.refused} hit={sending.hit} />
        </>
      ) : (
        <Notice kind="good" data-test="change-done">
          <span role="status">
            {words.done} {sayDone(withoutEarlier(done, filled), label, doneBy(done).averagePrice)}
          </span>
        </Notice>
      )}
    </Dialog>
  );
}

/** What was filled before the change is no part of what it did. */
const withoutEarlier = (order: SubmittedOrder, filled: number): SubmittedOrder => ({
  ...order,
  filled: order.filled - filled,
});

function sayChange(
  { side, outcome }: Changing['order'],
  label: string,
  { market_id, price, size }: Change,
  feeBps: number,
): string {
  const paysAtMost = wholeCents(outlayAt(BigInt(size), BigInt(price), BigInt(feeBps)));
  const order = { market_id, side, outcome, price, size, order_type: 'gtc' as const };
  return sayOrder(order, label, { paysAtMost, filled: 0 });
}

function Outlook({
  filled,
  size,
  said,
}: {
  readonly filled: number;
  readonly size: number | undefined;
  readonly said: string;
}) {
  return (
    <>
      <Facts
        of={[
          { name: words.filled, value: count(filled), test: 'change-filled' },
          {
            name: words.open,
            value: size === undefined ? '–' : count(size),
            test: 'change-open',
          },
        ]}
      />
      <p class="strong" data-test="change-said">
        {said !== '' && `${words.after}: ${said}`}
      </p>
    </>
  );
}

const Refused = ({ said, hit }: { said: string | null; hit: BoundHit | null }) => (
  <>
    <p role="status" class="bad" data-test="change-refused">
      {said}
    </p>
    {hit !== null && <RaiseBound hit={hit} />}
  </>
);

function Actions({
  isDone,
  isOff,
  isBusy,
  onSend,
}: {
  readonly isDone: boolean;
  readonly isOff: boolean;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}) {
  return (
    <>
      <button class="button" type="button" onClick={close}>
        {isDone ? words.close : WORDS.dialog.back}
      </button>
      {!isDone && (
        <button
          class={isOff ? 'button off' : 'button primary'}
          type="button"
          aria-disabled={isOff}
          data-test="change-send"
          onClick={() => !isOff && onSend()}
        >
          {isBusy ? words.sending : words.send}
        </button>
      )}
    </>
  );
}

/** @param shown contracts that were filled when the dialog opened */
function useSending(shown: number) {
  const [filled, setFilled] = useState(shown);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<SubmittedOrder | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const send = async (change: Change) => {
    const owner = key.value;
    if (!owner || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { submit } = await import('../sending/submit');
      const sent = await submit<'amend'>(owner, (trader) => trader.amendOrder(change));
      if (sent.state === 'answered') setDone(sent.receipt.answer);
      else {
        // The banner asks for the answer from here on.
        letGo(sent.request);
        close();
      }
    } catch (error) {
      setFailure(error);
      if (error instanceof BellwetherError && error.is('FILLED_MEANWHILE'))
        setFilled(error.details.filled);
    }
    setBusy(false);
  };
  return {
    filled,
    isBusy,
    done,
    send,
    refused: failure === null ? null : say(failure),
    hit: boundHitBy(failure),
  };
}
