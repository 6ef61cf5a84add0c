/** Trading keys: allowed, revoked by both, replaced, repeated; and commands that such keys signed. */
import type { Command } from '../../src/command';
import { drawAmend } from './draw-amend';
import { drawCancel, drawCancelAll } from './draw-cancel';
import { drawCancelAfter, drawFullOrder, drawOrder } from './draw-order';
import { drawRedeem } from './draw-redeem';
import { type Drawing, accountOrNone, anyPast, anyUser } from './drawing';
import { signatureOf, userKey } from './keys';
import type { Draft } from './step';

const YEAR_AND_A_DAY = 366 * 86_400;
const LONG = [100_000, 200_000, YEAR_AND_A_DAY];
const signature = signatureOf(1);

const anyKey = ({ random }: Drawing): Uint8Array => userKey(random.between(51, 90));
/** Mostly one that the user has or had. */
function keyOf(drawing: Drawing, user: Uint8Array): Uint8Array {
  const known = accountOrNone(drawing, user)?.tradingKeys ?? [];
  return known.length > 0 && drawing.random.chance(0.85)
    ? drawing.random.pick(known).key
    : anyKey(drawing);
}

const nextNonce = (drawing: Drawing, user: Uint8Array): number =>
  (accountOrNone(drawing, user)?.tradingKeyNonce ?? 0) + drawing.random.between(1, 2);

export function drawAllowTradingKey(drawing: Drawing): Draft[] {
  const { random, timestampMs } = drawing;
  const past = anyPast(drawing, 'allow_trading_key');
  if (past !== null && random.chance(0.2)) return [changed(drawing, past)];
  const user = anyUser(drawing);
  const now = Math.floor(timestampMs() / 1000);
  const until =
    now +
    (random.chance(0.35)
      ? random.between(1, 10)
      : random.pick([0, 1, ...LONG, ...LONG, YEAR_AND_A_DAY + 1]));
  const tradingKey = random.chance(0.3) ? keyOf(drawing, user) : anyKey(drawing);
  const nonce = nextNonce(drawing, user);
  const form = random.pick(['raw', 'envelope'] as const);
  const what = { user, tradingKey, until, ...drawBounds(drawing), nonce };
  return [{ lane: 'order', command: { kind: 'allow_trading_key', ...what, form, signature } }];
}

/** Often so narrow that a few orders reach them. */
const drawBounds = ({ random }: Drawing) => ({
  atMost: random.pick([0, 1_000_000, 5_000_000, 20_000_000, Number.MAX_SAFE_INTEGER]),
  priceBand: random.pick([1, 100, 1_000, 9_999, 9_999]),
  redeem: random.chance(0.6),
});

export function drawRevokeTradingKey(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'revoke_trading_key');
  if (past !== null && random.chance(0.3)) return [changed(drawing, past)];
  const user = anyUser(drawing);
  const tradingKey = keyOf(drawing, user);
  const signedBy = random.pick(['owner', 'trading_key'] as const);
  const known = accountOrNone(drawing, user)?.tradingKeys ?? [];
  const nonce =
    signedBy === 'owner' || known.length === 0 || random.chance(0.1)
      ? nextNonce(drawing, user)
      : (known.findLast(({ key }) => key[0] === tradingKey[0])?.nonce ?? 1);
  const form = random.pick(['raw', 'envelope'] as const);
  return [
    {
      lane: 'cancel',
      command: { kind: 'revoke_trading_key', user, tradingKey, nonce, signedBy, form, signature },
    },
  ];
}

/** The same text again, or another one under a nonce that was used. */
function changed(drawing: Drawing, past: Draft): Draft {
  const { random } = drawing;
  const { command } = past;
  if (command.kind !== 'allow_trading_key' && command.kind !== 'revoke_trading_key') return past;
  if (random.chance(0.6)) return past;
  const nonce = Math.max(1, command.nonce - random.between(0, 2));
  const tradingKey = random.chance(0.5) ? anyKey(drawing) : command.tradingKey;
  const bounds = command.kind === 'allow_trading_key' ? drawBounds(drawing) : {};
  return { ...past, command: { ...command, ...bounds, nonce, tradingKey } };
}

const DRAWS: readonly ((drawing: Drawing) => Draft[])[] = [
  (drawing) => [drawOrder(drawing)],
  drawFullOrder,
  drawAmend,
  drawCancel,
  drawCancelAll,
  drawCancelAfter,
  drawRedeem,
];

/** A thief's, who wants to leave its owner none. */
const FAR_NONCES = 0.02;

const TRADES = ['order', 'amend', 'cancel', 'cancel_all', 'cancel_after', 'redeem'] as const;
type Trading = Extract<Command, { kind: (typeof TRADES)[number] }>;
const trades = (command: Command): command is Trading =>
  TRADES.some((kind) => kind === command.kind);

/** Whatever a user sends, signed by one of its keys, by one that ended, or by one that never was. */
export function drawBySigner(drawing: Drawing): Draft[] {
  return drawing.random
    .pick(DRAWS)(drawing)
    .map((draft) => {
      const { command, lane } = draft;
      if (!trades(command) || lane === 'builder') return draft;
      const signer = keyOf(drawing, command.user);
      const isFar = 'nonce' in command && drawing.random.unit() < FAR_NONCES;
      const nonce = isFar ? { nonce: Number.MAX_SAFE_INTEGER - drawing.random.index(9) } : {};
      return { ...draft, command: { ...command, signer, ...nonce } };
    });
}
