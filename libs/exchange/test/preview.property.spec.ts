/** A preview predicts the outcome of the order as the next command, and changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sameBytes } from '@bellwether/codec';
import type { OrderCommand, SequencedCommand } from '../src/command';
import type { ExchangeEvent } from '../src/event';
import type { Exchange } from '../src/exchange';
import { MICRO_USDC_PER_BP } from '../src/limits';
import type { Fill, RefusalCode, Reply } from '../src/reply';
import type { PreviewView } from '../src/views';
import type { PreviewTerms } from '../src/views/preview-view';
import { print } from './duel/difference';
import { COMMANDS, SEED, profilesToRun, streamsOf } from './run-options';
import { exchangeOf, seededJournal } from './seeded-journal';
import type { Profile } from './seeded-journal';

const COMMANDS_TO_PREVIEW = Math.ceil(COMMANDS / 2);
const HASH_EVERY = 100;
const STRANGER = new Uint8Array(32);

/**
 * Refusals about nonce, lane and sender (an unfunded sender gets the order's other refusals first), which a preview
 * does not know.
 */
const NOT_OF_THE_TERMS: readonly RefusalCode[] = [
  'NONCE_REUSED',
  'NONCE_TOO_LOW',
  'DELEGATED_USER',
  'NOT_YOUR_USER',
  'ACCOUNT_NOT_FUNDED',
  'TRADING_KEY_UNKNOWN',
  'TRADING_KEY_ENDED',
];

/** Without nonce, builder and signature. */
function termsOf(command: OrderCommand): PreviewTerms {
  const { kind: _kind, nonce: _nonce, builder: _builder, signature: _, ...terms } = command;
  return { ...terms, isOwner: true };
}

/** The user's funds, as far as an order changes them. */
function meansOf(exchange: Exchange, { user, marketId, outcome }: OrderCommand) {
  const { available, locked } = exchange.balance(user);
  const { yes, no, yesLocked, noLocked } = exchange.position(user, marketId);
  const ofYes = { held: yes, heldLocked: yesLocked };
  return { available, locked, ...(outcome === 'yes' ? ofYes : { held: no, heldLocked: noLocked }) };
}

type Means = ReturnType<typeof meansOf>;

/**
 * The funds that the preview predicts; contracts released by cancelled own sells are subtracted from those received.
 */
function meansAfter(before: Means, view: PreviewView, { side }: OrderCommand, came: Means): Means {
  if (view.kind === 'refused') return before;
  const cost = view.notional * MICRO_USDC_PER_BP * (side === 'buy' ? 1 : -1);
  const moved = view.lockedMicroUsdc - view.releasedMicroUsdc;
  const isAlone = view.selfTradeCancelled.length === 0;
  return {
    available: before.available - cost - view.takerFee - view.builderFee - moved,
    locked: before.locked + moved,
    held: before.held + view.filled * (side === 'buy' ? 1 : -1),
    heldLocked: isAlone ? before.heldLocked + view.lockedContracts : came.heldLocked,
  };
}

/** Fields of a fill that a preview omits. */
const NAMES = new Set([
  'tradeId',
  'builder',
  'makerBuilder',
  'makerBuilderFee',
  'maker',
  'taker',
  'makerOrderId',
  'takerOrderId',
]);

const withoutNames = (fill: Fill): object =>
  Object.fromEntries(Object.entries(fill).filter(([name]) => !NAMES.has(name)));

/** The reply in the form of a preview, null if it is not about the order's terms. */
function predicted({ body }: Reply): object | null {
  if (body.kind === 'refused') {
    const { code, details, order } = body;
    return NOT_OF_THE_TERMS.includes(code)
      ? null
      : { kind: 'refused', refusal: { code, details, order } };
  }
  if (body.kind !== 'order') return null;
  const { status, filled, cancelReason } = body.order;
  const fills = body.fills.map(withoutNames);
  const { selfTradeCancelled } = body;
  return { kind: 'order', status, filled, cancelReason, fills, selfTradeCancelled };
}

function predictedBy(view: PreviewView): object {
  if (view.kind === 'refused') return { kind: 'refused', refusal: view.refusal };
  const { kind, status, filled, cancelReason, fills, selfTradeCancelled } = view;
  return { kind, status, filled, cancelReason, fills, selfTradeCancelled };
}

/**
 * Whether reduce-only orders of the sender gave way to its fills. A preview does not show the money that they release.
 */
const gaveWay = (events: readonly ExchangeEvent[], { user }: OrderCommand): boolean =>
  events.some(
    (event) =>
      (event.kind === 'order_amended' && sameBytes(event.order.user, user)) ||
      (event.kind === 'order_cancelled' &&
        event.reason === 'reduce_only' &&
        sameBytes(event.user, user)),
  );

const withLocked = (foreseen: Means, { locked }: Means): Means => ({
  ...foreseen,
  available: foreseen.available + foreseen.locked - locked,
  locked,
});

class Predictor {
  readonly exchange: Exchange;
  private seq = 0;
  private previews = 0;

  constructor(profile: Profile) {
    this.exchange = exchangeOf(profile);
  }

  /** Returns prediction and result if they differ. */
  take(sequenced: SequencedCommand): readonly unknown[] {
    const { command, lane, timestampMs } = sequenced;
    if (command.kind !== 'order') {
      this.apply(sequenced);
      return [];
    }
    // Time passes before a command: here it passes before the preview, in as many slices as it takes.
    do this.apply({ seq: 0, lane: 'internal', timestampMs, command: { kind: 'tick' } });
    while ((this.exchange.nextTradingDueMs() ?? Infinity) <= timestampMs);
    const before = meansOf(this.exchange, command);
    const traces = this.tracesOfPreviews(command);
    const view = this.exchange.preview(termsOf(command));
    const isOfSender = this.exchange.refusalOfSender(command, lane, timestampMs) !== null;
    const { answer, events } = this.apply({ seq: 0, lane, timestampMs, command });
    const { replayed, reply } = answer;
    const came = replayed || isOfSender ? null : predicted(reply);
    if (came === null) return traces;
    const after = meansOf(this.exchange, command);
    const foreseen = meansAfter(before, view, command, after);
    return [
      ...traces,
      ...differing(predictedBy(view), came),
      ...differing(gaveWay(events, command) ? withLocked(foreseen, after) : foreseen, after),
    ];
  }

  /** Checked rarely, as a snapshot costs far more than a preview. */
  private tracesOfPreviews(command: OrderCommand): readonly unknown[] {
    if (this.previews++ % HASH_EVERY !== 0) return [];
    const hash = this.exchange.stateHash();
    this.exchange.preview(termsOf(command));
    this.exchange.preview({ ...termsOf(command), user: STRANGER });
    return differing(hash, this.exchange.stateHash());
  }

  private apply(sequenced: SequencedCommand) {
    return this.exchange.apply({ ...sequenced, seq: ++this.seq });
  }
}

const differing = (foreseen: unknown, came: unknown): readonly unknown[] =>
  isDeepStrictEqual(foreseen, came) ? [] : [{ foreseen, came }];

describe(`a preview foretells the next command, seed ${SEED}`, () => {
  it.each(profilesToRun())('along $name', (profile) => {
    for (const { seed, commands } of streamsOf(profile, COMMANDS_TO_PREVIEW)) {
      const foreteller = new Predictor(profile);
      for (const command of seededJournal(profile, { seed, commands })) {
        const wrong = foreteller.take(command).map(print);
        if (wrong.length > 0) throw new Error(`seed ${seed}, ${print(command)}: ${wrong.join()}`);
      }
      expect(foreteller.exchange.checkInvariants()).toEqual([]);
    }
  });
});
