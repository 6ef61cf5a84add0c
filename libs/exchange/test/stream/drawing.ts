import { toHex } from '@bellwether/codec';
import type { Random } from '@bellwether/seeded-random';
import type { Command } from '../../src/command';
import { findAccount } from '../oracle/accounts';
import type { NaiveExchange } from '../oracle/naive-exchange';
import type { Account, Market } from '../oracle/state';
import { userKey } from './keys';
import type { Profile } from './profile';
import type { Draft } from './step';

/** The input for drawing a command: the oracle's present state and earlier commands. */
export interface Drawing {
  readonly random: Random;
  readonly profile: Profile;
  readonly oracle: NaiveExchange;
  /** Time of the step being drawn. */
  readonly timestampMs: () => number;
  /** The last commands, oldest first. */
  readonly past: readonly Draft[];
  /** Counts events and credit references, for unused names. */
  nextName(): number;
}

export const anyUser = ({ random, profile }: Drawing): Uint8Array =>
  userKey(random.between(1, profile.users));

export const accountOrNone = ({ oracle }: Drawing, user: Uint8Array): Account | undefined =>
  findAccount(oracle.state, user);

export const allMarkets = ({ oracle }: Drawing): readonly Market[] => [
  ...oracle.state.markets.values(),
];

export const activeMarkets = (drawing: Drawing): readonly Market[] =>
  allMarkets(drawing).filter(({ status }) => status === 'active');

/** One of the last commands of these kinds. */
export function anyPast<K extends Command['kind']>(
  { random, past }: Drawing,
  ...kinds: readonly K[]
): Extract<Draft, unknown> | null {
  const fitting = past.filter(({ command }) => kinds.some((kind) => kind === command.kind));
  return fitting.length === 0 ? null : random.pick(fitting);
}

export const positionIn = (drawing: Drawing, market: Market, user: Uint8Array) =>
  drawing.oracle.position(user, market.marketId);

export const isSameKey = (a: Uint8Array, b: Uint8Array): boolean => toHex(a) === toHex(b);
