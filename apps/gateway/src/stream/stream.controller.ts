import { Controller, Inject } from '@nestjs/common';
import { streams } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { Streams } from './streams';

/** The routes of the streams, as in docs/protocol/streams.md. */
@Controller()
export class StreamController {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  @Endpoint(streams.openStream)
  open({ request, reply }: In<typeof streams.openStream>): void {
    const opening = { raw: request.raw, address: request.ip, requestId: requestIdOf(request) };
    try {
      this.streams.open(opening, () => void reply.hijack());
    } catch (error) {
      if (error instanceof CodedError && error.code === 'UPGRADE_REQUIRED') {
        void reply.header('upgrade', 'websocket').header('sec-websocket-version', '13');
      }
      throw error;
    }
  }
}
