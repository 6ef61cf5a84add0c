/** Folding the events gives the exchange's own view, after every command and from any initial snapshot. */
import { describe, expect, it } from 'vitest';
import type { Exchange, SequencedCommand, SequencedEvent } from '@bellwether/exchange';
import { PROFILES, Random, exchangeOf, seededCommands } from '../../exchange/test/seeded-journal';
import type { Profile } from '../../exchange/test/seeded-journal';
import { Follower } from './follower';

const SEED = Number(process.env['EXCHANGE_SEED'] ?? 1);
const COMMANDS = 200;
/** A stream goes on until followers began and, where events are archived, three were: but no longer than this. */
const MOST_COMMANDS = 20_000;
const ARCHIVED = 3;
const NEW_FOLLOWER_CHANCE = 1 / 40;
const FULL_COMPARISON_EVERY = 50;
const MAX_FOLLOWERS = 2;
/** Commands between two snapshots of one follower, and between its first events and its first snapshot. */
const MOST_APART = 12;

/** Follows one exchange with several followers that start at different commands. */
class Followed {
  readonly exchange: Exchange;
  private readonly random: Random;
  private readonly events: SequencedEvent[] = [];
  private readonly users = new Map<string, Uint8Array>();
  private followers: Follower[] = [new Follower()];
  /** Followers with a catalogue, which get their books and the events since `fromSeq` at `readySeq`. */
  private loading: { follower: Follower; fromSeq: number; readySeq: number }[] = [];
  begun = 0;
  archived = 0;

  constructor(profile: Profile, seed: number) {
    this.exchange = exchangeOf(profile);
    this.random = new Random(seed);
  }

  carryOut(command: SequencedCommand): void {
    if ('user' in command.command) {
      this.users.set(command.command.user.join(), command.command.user);
    }
    const { seq, timestampMs } = command;
    const applied = this.exchange.apply(command);
    const events = applied.events.map((event, index) => ({ seq, index, timestampMs, event }));
    this.events.push(...events);
    for (const follower of this.followers) follower.apply(events);
    this.compare(events);
    if (this.random.chance(NEW_FOLLOWER_CHANCE)) this.begin();
    this.finishLoading();
    if (seq % FULL_COMPARISON_EVERY === 0) this.compareAll();
  }

  compareAll(): void {
    for (const follower of this.followers) follower.compareAll(this.exchange);
  }

  private compare(events: readonly SequencedEvent[]): void {
    const dirty = new Set<string>();
    for (const { event } of events) {
      if (event.kind === 'event_created') dirty.add(event.event.eventId);
      if (event.kind === 'event_archived') {
        dirty.delete(event.eventId);
        this.archived++;
      }
      if (!('marketId' in event) || event.marketId === null) continue;
      dirty.add(this.exchange.market(event.marketId)!.event.eventId);
    }
    for (const follower of this.followers) {
      for (const eventId of dirty) follower.compareEvent(this.exchange, eventId);
      follower.compareAccounts(this.exchange);
    }
  }

  private begin(): void {
    this.begun++;
    const follower = new Follower();
    const fromSeq = Math.max(0, this.exchange.lastSeq - this.random.between(0, MOST_APART));
    follower.loadCatalogue(this.exchange);
    const readySeq = this.exchange.lastSeq + this.random.between(0, MOST_APART);
    this.loading.push({ follower, fromSeq, readySeq });
  }

  private finishLoading(): void {
    const { exchange } = this;
    const ready = this.loading.filter(({ readySeq }) => readySeq <= exchange.lastSeq);
    this.loading = this.loading.filter(({ readySeq }) => readySeq > exchange.lastSeq);
    for (const { follower, fromSeq } of ready) {
      follower.loadBooks(exchange);
      // Some accounts are queried before the events arrive, some after.
      const [early, late] = this.drawUsers();
      for (const user of early) follower.expectAccount(user);
      for (const user of early) follower.loadAccount(exchange, user);
      follower.apply(this.events.filter(({ seq }) => seq > fromSeq));
      for (const user of late) follower.expectAccount(user);
      for (const user of late) follower.loadAccount(exchange, user);
      follower.compareAll(exchange);
      this.followers = [...this.followers.slice(-MAX_FOLLOWERS), follower];
    }
  }

  private drawUsers(): [Uint8Array[], Uint8Array[]] {
    const some = [...this.users.values()].filter(() => this.random.chance(0.6));
    const half = Math.floor(some.length / 2);
    return [some.slice(0, half), some.slice(half)];
  }
}

describe.each(PROFILES)(`along $name, seed ${SEED}`, (profile) => {
  it('every follower has what the exchange has', () => {
    const followed = new Followed(profile, SEED);
    const wanted = profile.name === 'archiving' ? ARCHIVED : 0;
    for (const command of seededCommands(profile, SEED)) {
      followed.carryOut(command);
      const { begun, archived } = followed;
      const hasHappened = begun > 0 && archived >= wanted;
      if (command.seq >= (hasHappened ? COMMANDS : MOST_COMMANDS)) break;
    }
    followed.compareAll();
    expect(followed.begun).toBeGreaterThan(0);
    expect(followed.archived).toBeGreaterThanOrEqual(wanted);
  });
});
