import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CodedError } from '@bellwether/errors';
import { requestIdOf } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Streams } from './streams';

/** The way to the streams, as docs/protocol/streams.md has them. */
@ApiExcludeController()
@Controller('/v1/ws')
export class StreamController {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  @Get()
  open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const opening = { raw: request.raw, address: request.ip, requestId: requestIdOf(request) };
    try {
      this.streams.open(opening, () => reply.hijack());
    } catch (error) {
      if (error instanceof CodedError && error.code === 'UPGRADE_REQUIRED') {
        void reply.header('upgrade', 'websocket').header('sec-websocket-version', '13');
      }
      throw error;
    }
  }
}
