/**
 * Every subject and stream of the bus, named once. docs/protocol/bus.md describes the messages of each. A shard is a
 * number from 0; tokens are fixed words, so permissions can be given by prefix.
 */
import type { RequestLane } from '@bellwether/exchange';

export const SIGNER_KEY_OPERATIONS = [
  'create_builder',
  'create_key',
  'revoke_key',
  'restore_key',
  'list_keys',
  'list_builders',
] as const;
export type SignerKeyOperation = (typeof SIGNER_KEY_OPERATIONS)[number];

export const FUNDING_OPERATIONS = [
  'address',
  'proxy',
  'gas_price',
  'tier',
  'refresh_tier',
  'recover',
  'builder_recover',
  'faucet',
  'withdraw',
  'quote_withdraw',
  'builder_withdraw',
  'builder_payout',
  'treasury_payout',
  'bridge_executor',
  'daily_cap',
  'step_over',
  'release',
  'reject',
] as const;
export type FundingOperation = (typeof FUNDING_OPERATIONS)[number];

const MAX_SHARD = 0xffff;

export interface ShardSubjects {
  readonly shard: number;
  /** `engine.<shard>.<lane>`: a request with one command, answered once it is journaled and applied. */
  readonly lane: Readonly<Record<RequestLane, string>>;
  /** `engine.<shard>.query.<what>`: a JSON request, answered from the engine's state. */
  readonly query: (what: string) => string;
  readonly allQueries: string;
  /** `engine.<shard>.leader`: a request of a standby, answered by the engine that leads. */
  readonly leader: string;
  /** `engine.<shard>.handover`: the engine that led has done all it took in, and is silent: its epoch's `writer`. */
  readonly handover: string;
  /** `journal.<shard>.<secret>` in the stream `JOURNAL_<shard>`: the engine alone writes. Here any of them. */
  readonly journal: string;
  /** `journal.<shard>`: of a stream that was made when its subject was no secret yet. */
  readonly plainJournal: string;
  readonly journalStream: string;
  /** `events.<shard>.trading` in the stream `EVENTS_<shard>`; readers receive appends. */
  readonly events: string;
  readonly eventStream: string;
  /** `stored.events.<shard>`: the server's notice of a stored message, its headers alone. */
  readonly storedEvents: string;
}

/** @throws RangeError where `shard` is not an integer of 0 to 65535 */
export function subjectsOf(shard: number): ShardSubjects {
  if (!Number.isInteger(shard) || shard < 0 || shard > MAX_SHARD) {
    throw new RangeError(`shard ${shard} is not an integer of 0 to ${MAX_SHARD}`);
  }
  return {
    shard,
    lane: {
      order: `engine.${shard}.order`,
      cancel: `engine.${shard}.cancel`,
      builder: `engine.${shard}.builder`,
      admin: `engine.${shard}.admin`,
      deposit: `engine.${shard}.deposit`,
      withdrawal: `engine.${shard}.withdrawal`,
    },
    query: (what) => `engine.${shard}.query.${what}`,
    allQueries: `engine.${shard}.query.*`,
    leader: `engine.${shard}.leader`,
    handover: `engine.${shard}.handover`,
    journal: `journal.${shard}.*`,
    plainJournal: `journal.${shard}`,
    journalStream: `JOURNAL_${shard}`,
    events: `events.${shard}.trading`,
    eventStream: `EVENTS_${shard}`,
    storedEvents: `stored.events.${shard}`,
  };
}

/** `signer.keys.<operation>`: JSON requests of the gateway's admin role, answered by any one signer. */
export const signerKeysSubject = (operation: SignerKeyOperation): string =>
  `signer.keys.${operation}`;

/** `funding.<operation>`: JSON requests of the gateway and the signer. */
export const fundingSubject = (operation: FundingOperation): string => `funding.${operation}`;

/** The signers share their requests under this queue group. */
export const SIGNER_QUEUE = 'signer';
/** The processes of a funding app share their requests under this queue group. */
export const FUNDING_QUEUE = 'funding';
