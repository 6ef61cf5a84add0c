/**
 * Limits what the connections of one address have together, as a gateway's memory and its queries for deposits are
 * shared by all.
 */
import { MAX_CHANNELS_PER_ADDRESS, MAX_DEPOSITS_CHANNELS_PER_ADDRESS } from '@bellwether/api';
import type { ChannelKind } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';

interface Taken {
  connections: number;
  channels: number;
  deposits: number;
}

export class AddressPlaces {
  /** Addresses that have a connection. */
  private readonly taken = new Map<string, Taken>();

  constructor(private readonly maxConnections: number) {}

  /** @returns why another connection is refused */
  refusalOfConnection(address: string): CodedError | undefined {
    const { maxConnections } = this;
    const connections = this.taken.get(address)?.connections ?? 0;
    if (connections < maxConnections) return undefined;
    return new CodedError('RATE_LIMITED', { connections, max_connections: maxConnections });
  }

  takeConnection(address: string): void {
    this.of(address).connections++;
  }

  giveBackConnection(address: string): void {
    this.of(address).connections--;
    this.forgetIfEmpty(address);
  }

  /** @returns why another channel is refused */
  takeChannel(address: string, kind: ChannelKind): CodedError | undefined {
    const taken = this.of(address);
    if (taken.channels >= MAX_CHANNELS_PER_ADDRESS) {
      return noPlace('channels', taken.channels, MAX_CHANNELS_PER_ADDRESS);
    }
    if (kind === 'deposits') {
      if (taken.deposits >= MAX_DEPOSITS_CHANNELS_PER_ADDRESS) {
        return noPlace('deposits_channels', taken.deposits, MAX_DEPOSITS_CHANNELS_PER_ADDRESS);
      }
      taken.deposits++;
    }
    taken.channels++;
    return undefined;
  }

  giveBackChannel(address: string, kind: ChannelKind): void {
    const taken = this.of(address);
    taken.channels--;
    if (kind === 'deposits') taken.deposits--;
    this.forgetIfEmpty(address);
  }

  private of(address: string): Taken {
    let taken = this.taken.get(address);
    if (taken === undefined) {
      this.taken.set(address, (taken = { connections: 0, channels: 0, deposits: 0 }));
    }
    return taken;
  }

  private forgetIfEmpty(address: string): void {
    const taken = this.taken.get(address);
    if (taken?.connections === 0 && taken.channels === 0) this.taken.delete(address);
  }
}

const noPlace = (what: string, count: number, most: number): CodedError =>
  new CodedError('TOO_MANY_CHANNELS', {
    [`${what}_of_address`]: count,
    [`max_${what}_of_address`]: most,
  });
