/**
 * The aggregator's own program: the two instructions that carry our orders, and what they guarantee. Both end with the
 * amount given, the amount quoted, the slippage that the program itself enforces, and a platform fee. Source: Jupiter
 * v6 IDL, `route` and `shared_accounts_route`.
 */
import { address } from '@solana/kit';
import type { Address } from '../address';
import type { OfferedInstruction } from './offered-message';
import { endOfRoutePlan } from './route-plan';

export const AGGREGATOR_PROGRAM = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');

export interface RoutePromise {
  readonly authority: Address | undefined;
  readonly source: Address | undefined;
  readonly destination: Address | undefined;
  readonly amountIn: bigint;
  /** The program pays out at least this, or fails. */
  readonly minimumOut: bigint;
}

/** Anchor's discriminators, the offset of the route, and the positions of each instruction's accounts. */
const ROUTES = [
  // route: token program, authority, source, user's destination, another destination or the program itself, …
  {
    tag: [0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a],
    planAt: 8,
    authority: 1,
    source: 2,
    destination: 3,
    other: 4,
  },
  // shared_accounts_route: token program, program's authority, authority, source, program's two, destination, …
  {
    tag: [0xc1, 0x20, 0x9b, 0x33, 0x41, 0xd6, 0x9c, 0x81],
    planAt: 9, // after the index of the program's own accounts
    authority: 2,
    source: 3,
    destination: 6,
    other: null,
  },
] as const;

const TAIL_BYTES = 19;
const BPS = 10_000n;

/** `undefined` if it is another instruction, cannot be parsed to its last byte, or takes a platform fee. */
export function routePromiseOf({ accounts, data }: OfferedInstruction): RoutePromise | undefined {
  const route = ROUTES.find(({ tag }) => tag.every((byte, at) => data[at] === byte));
  const tailAt = route === undefined ? undefined : endOfRoutePlan(data, route.planAt);
  if (route === undefined || tailAt === undefined || data.length !== tailAt + TAIL_BYTES) {
    return undefined;
  }
  const tail = new DataView(data.buffer, data.byteOffset + tailAt, TAIL_BYTES);
  const slippageBps = BigInt(tail.getUint16(16, true));
  if (tail.getUint8(18) !== 0 || slippageBps > BPS) return undefined;
  const quotedOut = tail.getBigUint64(8, true);
  const other = route.other === null ? AGGREGATOR_PROGRAM : accounts[route.other];
  return {
    authority: accounts[route.authority],
    source: accounts[route.source],
    destination: other === AGGREGATOR_PROGRAM ? accounts[route.destination] : other,
    amountIn: tail.getBigUint64(0, true),
    // Rounded down: never more than the program enforces.
    minimumOut: (quotedOut * (BPS - slippageBps)) / BPS,
  };
}
