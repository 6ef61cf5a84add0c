/** A connection leaves its channels when it ends, and joins none afterwards. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '@bellwether/api';
import { parseChannel } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { ConnectionChannels } from './connection-channels';
import type { Hub } from './hub';
import type { LiveChannel } from './live-channel';

const channelOf = (byte: string): Channel => parseChannel(`book:${byte.repeat(32)}`)!;

/** Nothing ever begins, as its outbox is full. */
function channelsThatEndAt(refused: Channel | undefined) {
  const joined: string[] = [];
  const hub = {
    join: (channel: Channel) => {
      joined.push(channel.name);
      return { channel, subscribers: new Set() };
    },
    leave: ({ channel }: LiveChannel) => joined.splice(joined.indexOf(channel.name), 1),
  } as unknown as Hub;
  const channels: ConnectionChannels = new ConnectionChannels({ hub } as never, {
    outbox: { whenBelow: () => new Promise(() => undefined) } as never,
    give: () => undefined,
    refusalOf: ({ name }) =>
      name === refused?.name ? new CodedError('SESSION_REQUIRED') : undefined,
    refuse: () => channels.endAll(),
    charge: () => undefined,
    places: { take: () => undefined, giveBack: () => undefined },
  });
  return { channels, joined };
}

describe('the channels of a connection', () => {
  it('are left when it ends, and none is joined afterwards', () => {
    const { channels, joined } = channelsThatEndAt(undefined);
    channels.subscribe(channelOf('01'), undefined, null);
    expect(joined).toEqual([channelOf('01').name]);
    channels.endAll();
    channels.subscribe(channelOf('02'), undefined, null);
    expect(joined).toEqual([]);
  });

  it('are none where a refusal among them ended the connection', () => {
    const { channels, joined } = channelsThatEndAt(channelOf('02'));
    for (const byte of ['01', '02', '03']) channels.subscribe(channelOf(byte), undefined, null);
    expect(joined).toEqual([]);
  });
});
