/**
 * How much the property tests run. `npm test` takes a few thousand commands from fixed seeds; large runs set
 * EXCHANGE_COMMANDS=1000000 (in all, over every profile) and EXCHANGE_SEED to a number or `random`.
 * EXCHANGE_PROFILE names the one profile to run.
 */
import { PROFILES, type Profile } from './stream/profile';

const DEFAULT_COMMANDS = 6_000;
const DEFAULT_SEED = 1;
/** Longer runs start over with the next seed: the oracle slows down as markets and orders gather. */
const COMMANDS_A_STREAM = 4_000;

export const COMMANDS = wholeNumber('EXCHANGE_COMMANDS', DEFAULT_COMMANDS);
export const SEED =
  process.env['EXCHANGE_SEED'] === 'random'
    ? Math.floor(Math.random() * 2 ** 31)
    : wholeNumber('EXCHANGE_SEED', DEFAULT_SEED);

export const profilesToRun = (): readonly Profile[] => {
  const wanted = process.env['EXCHANGE_PROFILE'];
  return PROFILES.filter(({ name }) => wanted === undefined || name === wanted);
};

export interface Stream {
  readonly seed: number;
  readonly commands: number;
}

/** The streams that are the profile's share of `commands`. */
export function streamsOf({ minCommands }: Profile, commands: number): readonly Stream[] {
  const share = Math.max(Math.ceil(commands / profilesToRun().length), minCommands);
  const count = Math.ceil(share / COMMANDS_A_STREAM);
  return Array.from({ length: count }, (_, index) => ({
    seed: SEED + index,
    commands: Math.ceil(share / count),
  }));
}

export function wholeNumber(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name}=${text} is no whole number`);
  return value;
}
