/** Repeats of earlier commands: unchanged, with one field changed, of another sender, or with a nonce that is too low. */
import type { Command, CommandOf, FullTerms, OrderCommand } from '../../src/command';
import { ORDER_TYPES, SELF_TRADE_MODES } from '../../src/command';
import { type Drawing, accountOrNone, allMarkets, anyPast } from './drawing';
import { changeAmend } from './draw-amend';
import { changeChallenge } from './draw-case';
import { changeRedeem } from './draw-redeem';
import { changeRecover, changeWithdraw } from './draw-funding';
import { builderKeyId, clientIdOf, signatureOf } from './keys';
import type { Draft } from './step';

const WITH_NONCE = [
  'order',
  'cancel_all',
  'withdraw',
  'recover',
  'redeem',
  'amend',
  'challenge',
] as const;
type WithNonce = CommandOf<(typeof WITH_NONCE)[number]>;

const WITH_CLIENT_ID = [...WITH_NONCE, 'cancel_after'] as const;

/** Some commands come from senders that choose an id, and some of these choose another one for a repeat. */
export function drawClientId({ random }: Drawing, command: Command): Command {
  const mayHaveOne = WITH_CLIENT_ID.some((kind) => kind === command.kind);
  if (!mayHaveOne || !random.chance('clientId' in command ? 0.1 : 0.3)) return command;
  return { ...command, clientId: clientIdOf(random.between(1, 3)) } as Command;
}

const hasNonce = (command: Command): command is WithNonce =>
  WITH_NONCE.some((kind) => kind === command.kind);

export function drawRepeat(drawing: Drawing): Draft[] {
  const past = anyPast(drawing, ...WITH_NONCE);
  if (past === null) return [];
  if (drawing.random.chance(0.5)) return [past];
  const { command } = past;
  if (command.kind === 'order') return [{ ...past, command: changeOrder(drawing, command) }];
  if (command.kind === 'cancel_all') return [{ ...past, command: changeScope(drawing, command) }];
  if (command.kind === 'withdraw') return [{ ...past, command: changeWithdraw(drawing, command) }];
  if (command.kind === 'recover') return [{ ...past, command: changeRecover(drawing, command) }];
  if (command.kind === 'amend') return [{ ...past, command: changeAmend(drawing, command) }];
  if (command.kind === 'redeem') return [{ ...past, command: changeRedeem(drawing, command) }];
  if (command.kind === 'challenge')
    return [{ ...past, command: changeChallenge(drawing, command) }];
  return [past];
}

/** Most changes make it another body; a new signature or key id alone does not. */
function changeOrder(drawing: Drawing, order: OrderCommand): OrderCommand {
  const { random } = drawing;
  if (order.terms !== undefined && random.chance(0.75)) {
    return { ...order, terms: changeTerms(drawing, order.terms) };
  }
  const change = random.pick(['price', 'size', 'type', 'fee', 'outcome', 'signature', 'builder']);
  switch (change) {
    case 'price':
      return { ...order, price: order.price === 9999 ? 1 : order.price + 1 };
    case 'size':
      return { ...order, size: order.size === 1 ? 2 : order.size - 1 };
    case 'type':
      return { ...order, orderType: random.pick(ORDER_TYPES) };
    case 'fee':
      return order.builder === null ? order : { ...order, feeBps: (order.feeBps + 1) % 101 };
    case 'outcome':
      return { ...order, outcome: order.outcome === 'yes' ? 'no' : 'yes' };
    case 'signature':
      return { ...order, signature: signatureOf(2) };
    default:
      return order.builder === null ? order : { ...order, builder: builderKeyId(3) };
  }
}

function changeTerms({ random }: Drawing, terms: FullTerms): FullTerms | undefined {
  switch (random.pick(['self_trade', 'reduce_only', 'end', 'cost', 'form'])) {
    case 'self_trade':
      return { ...terms, selfTrade: random.pick(SELF_TRADE_MODES) };
    case 'reduce_only':
      return { ...terms, reduceOnly: !terms.reduceOnly };
    case 'end':
      return terms.expiresAt === 0 ? terms : { ...terms, expiresAt: terms.expiresAt + 1 };
    case 'cost':
      return { ...terms, maxCost: (terms.maxCost ?? 0) + 1 };
    default:
      return undefined;
  }
}

function changeScope(drawing: Drawing, command: CommandOf<'cancel_all'>): Command {
  const markets = allMarkets(drawing).map(({ marketId }) => marketId);
  return { ...command, marketId: drawing.random.pick([null, ...markets]) };
}

/** A nonce at or below the last one: remembered, between two remembered ones, or long forgotten. */
export function drawLowNonce(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, ...WITH_NONCE);
  if (past === null) return [];
  const { command } = past;
  if (!hasNonce(command)) return [];
  const { kind: sent } = command;
  const isOrderKind = sent === 'redeem' || sent === 'amend' || sent === 'challenge';
  const kind = isOrderKind ? 'order' : sent;
  const last = accountOrNone(drawing, command.user)?.nonces[kind].last ?? 0;
  if (last === 0) return [];
  const nonce = random.between(Math.max(1, last - (random.chance(0.5) ? 10 : last)), last);
  return [{ ...past, command: { ...command, nonce } }];
}

export function drawRepeatedCredit(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'test_credit');
  if (past === null || past.command.kind !== 'test_credit') return [];
  if (random.chance(0.6)) return [past];
  return [{ ...past, command: { ...past.command, amount: past.command.amount + 1 } }];
}

export function drawRepeatedEvent(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'create_event');
  if (past === null || past.command.kind !== 'create_event') return [];
  if (random.chance(0.5)) return [past];
  const changes = [
    { question: 'Another question?' },
    { rules: undefined },
    { rules: 'Other rules.' },
  ];
  return [{ ...past, command: { ...past.command, ...random.pick(changes) } }];
}
