import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CodedError } from '@bellwether/errors';
import { Answers, requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Streams } from './streams';

/** The routes of the streams, as in docs/protocol/streams.md. */
@ApiTags('Streams')
@Controller('/v1/ws')
export class StreamController {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  @Answers('openStream', {
    summary: 'Open a WebSocket',
    description:
      'Books, trades, prices and accounts as they change: `/asyncapi.json` says what is sent on it. Without an upgrade to WebSocket it is 426.',
    status: 101,
    codes: ['UPGRADE_REQUIRED', 'OVERLOADED'],
  })
  @Get()
  open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
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
