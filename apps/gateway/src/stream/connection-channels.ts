/** The channels of one connection: subscribing, joining one after the other, and leaving. */
import { CHANNEL_WEIGHTS, MAX_CHANNELS_PER_CONNECTION } from '@bellwether/api';
import type { Channel, ChannelKind } from '@bellwether/api';
import { CodedError, InvariantViolation } from '@bellwether/errors';
import { asCodedError } from '@bellwether/runtime';
import { updatesWeight } from '../rate-limits/request-weight';
import { join } from './joining';
import type { JoiningParts } from './joining';
import { SNAPSHOTS_WAIT_ABOVE_BYTES } from './limits';
import type { Outbox } from './outbox';
import { subscribedText } from './server-texts';
import type { MessageId } from './server-texts';
import type { StreamMetrics } from './stream-metrics';
import { Subscription } from './subscription';
import { textFrame } from './text-frame';

/** The parts of a connection that its channels need. */
export interface ChannelsConnection {
  readonly outbox: Outbox;
  /** Frames that are sent at the end of this turn. */
  readonly give: (frames: Buffer) => void;
  /** Why a channel may not be followed at present. */
  readonly refusalOf: (channel: Channel) => CodedError | undefined;
  readonly refuse: (id: MessageId, channel: string | null, error: CodedError) => void;
  /** Charges the budgets of the connection and of its address. @throws CodedError RATE_LIMITED */
  readonly charge: (weight: number) => void;
  /** The limits of the address, over all its connections. */
  readonly places: {
    /** @returns why another channel is refused */
    take(kind: ChannelKind): CodedError | undefined;
    giveBack(kind: ChannelKind): void;
  };
}

/** Channels to subscribe to, in the requested order. */
interface Request {
  readonly subscription: Subscription;
  readonly from: number | undefined;
  /** Undefined: the gateway restarts the channel itself. */
  readonly asked: { readonly id: MessageId } | undefined;
}

export class ConnectionChannels {
  private readonly subscriptions = new Map<string, Subscription>();
  /** In order of creation, at most one per subscription. */
  private readonly requests = new Map<Subscription, Request>();
  private isJoining = false;
  private isOver = false;

  constructor(
    private readonly parts: JoiningParts & { readonly metrics: StreamMetrics },
    private readonly connection: ChannelsConnection,
  ) {}

  /** The last seq of each channel that has begun. */
  get lastSeqs(): Readonly<Record<string, number>> {
    const channels: Record<string, number> = {};
    for (const { name, lastSeq, hasBegun } of this.subscriptions.values()) {
      if (hasBegun) channels[name] = lastSeq;
    }
    return channels;
  }

  subscribe(channel: Channel, from: number | undefined, id: MessageId): void {
    // An earlier refusal in the same message may have ended the connection, if its client does not read.
    if (this.isOver) return;
    const { name } = channel;
    this.unsubscribe(name);
    const refusal = this.connection.refusalOf(channel);
    if (refusal !== undefined) return this.connection.refuse(id, name, refusal);
    if (this.subscriptions.size >= MAX_CHANNELS_PER_CONNECTION) {
      const details = {
        channels: this.subscriptions.size,
        max_channels: MAX_CHANNELS_PER_CONNECTION,
      };
      this.connection.refuse(id, name, new CodedError('TOO_MANY_CHANNELS', details));
      return;
    }
    const unaffordable = this.chargeFor(channel) ?? this.connection.places.take(channel.kind);
    if (unaffordable !== undefined) return this.connection.refuse(id, name, unaffordable);
    const subscription = new Subscription(this.parts.hub.join(channel), {
      give: (frames) => this.connection.give(frames),
      beginAgain: (again) =>
        this.request({ subscription: again, from: undefined, asked: undefined }),
    });
    this.subscriptions.set(name, subscription);
    // Deposits have no updates that could follow after a seq.
    const resumed = channel.kind === 'deposits' ? undefined : from;
    this.request({ subscription, from: resumed, asked: { id } });
  }

  unsubscribe(name: string): void {
    const subscription = this.subscriptions.get(name);
    if (subscription === undefined) return;
    this.subscriptions.delete(name);
    this.requests.delete(subscription);
    subscription.end();
    this.parts.hub.leave(subscription.live);
    this.connection.places.giveBack(subscription.live.channel.kind);
  }

  private chargeFor({ kind }: Channel): CodedError | undefined {
    try {
      this.connection.charge(CHANNEL_WEIGHTS[kind]);
      return undefined;
    } catch (error) {
      if (error instanceof CodedError) return error;
      throw error;
    }
  }

  private request(request: Request): void {
    if (!this.requests.has(request.subscription)) this.requests.set(request.subscription, request);
    if (!this.isJoining) void this.joinAll();
  }

  /**
   * One at a time. The next follows when the client has read most of the last, so that snapshots alone do not make a
   * client slow.
   */
  private async joinAll(): Promise<void> {
    this.isJoining = true;
    for (;;) {
      await this.connection.outbox.whenBelow(SNAPSHOTS_WAIT_ABOVE_BYTES);
      const [request] = this.requests.values();
      if (request === undefined) break;
      this.requests.delete(request.subscription);
      await this.join(request).catch((error: unknown) => this.failed(request, error));
    }
    this.isJoining = false;
  }

  private async join({ subscription, from, asked }: Request): Promise<void> {
    const announce = (isResumed: boolean): void => {
      if (asked === undefined) return;
      this.connection.give(textFrame(subscribedText(asked.id, subscription.name, isResumed)));
    };
    const chargeUpdates = (updates: number): void => this.connection.charge(updatesWeight(updates));
    const isResumed = await join(this.parts, subscription, from, { announce, chargeUpdates });
    if (from !== undefined) this.parts.metrics.resumed(isResumed);
    this.connection.outbox.flush();
  }

  private failed({ subscription, asked }: Request, error: unknown): void {
    // An invariant violation stops the process, so the rejection is not handled on purpose.
    if (error instanceof InvariantViolation) throw error;
    const { name, isEnded } = subscription;
    if (isEnded) return;
    this.unsubscribe(name);
    this.connection.refuse(asked?.id ?? null, name, asCodedError(error));
  }

  /** Channels end with the session that opened them. */
  endRefused(): void {
    for (const { name, live } of this.subscriptions.values()) {
      const refusal = this.connection.refusalOf(live.channel);
      if (refusal === undefined) continue;
      this.unsubscribe(name);
      this.connection.refuse(null, name, refusal);
    }
  }

  /** The connection has ended: a channel joined from now on would never be left. */
  endAll(): void {
    this.isOver = true;
    for (const name of this.subscriptions.keys()) this.unsubscribe(name);
  }
}
