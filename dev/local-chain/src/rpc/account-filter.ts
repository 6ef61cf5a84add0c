import type { EncodedAccount } from '@solana/kit';
import { tokenAccountOf } from '../chain/token-account';
import { PROGRAM_ACCOUNT_FILTERS_MAX } from './limits';
import { Config, toBytes } from './params';
import { invalidParams } from './rpc-error';

export type AccountFilter = (account: EncodedAccount) => boolean;

/** All of the `filters` of a configuration: `dataSize`, `memcmp`, `tokenAccountState`. */
export function accountFilterOf(config: Config): AccountFilter {
  const filters = config.raw('filters') ?? [];
  if (!Array.isArray(filters)) throw invalidParams('`filters` must be an array');
  if (filters.length > PROGRAM_ACCOUNT_FILTERS_MAX) {
    throw invalidParams(
      `\`filters\` has ${filters.length} entries, the most is ${PROGRAM_ACCOUNT_FILTERS_MAX}`,
    );
  }
  const all = filters.map(filterOf);
  return (account) => all.every((matches) => matches(account));
}

function filterOf(filter: unknown, index: number): AccountFilter {
  if (filter === 'tokenAccountState') return (account) => tokenAccountOf(account) !== undefined;
  if (typeof filter === 'object' && filter !== null) {
    const config = new Config(filter as Readonly<Record<string, unknown>>);
    if (config.has('tokenAccountState')) return (account) => tokenAccountOf(account) !== undefined;
    const size = config.integer('dataSize');
    if (size !== undefined) return ({ data }) => data.length === size;
    const compare = config.object('memcmp');
    if (compare !== undefined) return comparison(compare, index);
  }
  throw invalidParams(`\`filters\`, entry ${index}, must have \`dataSize\` or \`memcmp\``);
}

function comparison(compare: Config, index: number): AccountFilter {
  const offset = compare.integer('offset') ?? 0;
  const encoding = compare.oneOf('encoding', ['base58', 'base64'] as const) ?? 'base58';
  const bytes = compare.raw('bytes');
  if (typeof bytes !== 'string') {
    throw invalidParams(`\`filters\`, entry ${index}: \`memcmp.bytes\` must be a string`);
  }
  const wanted = toBytes(bytes, encoding, `\`filters\`, entry ${index}: \`memcmp.bytes\``);
  return ({ data }) => wanted.every((byte, place) => data[offset + place] === byte);
}
