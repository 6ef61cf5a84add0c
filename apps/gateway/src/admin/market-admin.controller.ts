import { randomUUID } from 'node:crypto';
import { Body, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CONFIRMED,
  MARKET_CHANGE,
  OPERATOR_COMMAND,
  RESOLVING,
  createEventRequest,
  dryRunQuery,
  emptyRequest,
  eventCreatedAnswer,
  eventIdParameter,
  eventResolvedAnswer,
  marketId,
  marketResolvedAnswer,
  marketStatusAnswer,
  presentEventCreated,
  presentEventResolution,
  presentEventResolved,
  presentMarketResolution,
  presentMarketResolved,
  presentMarketStatus,
  resolveEventRequest,
  resolveMarketRequest,
  success,
} from '@bellwether/api';
import type {
  CreateEventRequest,
  DryRunQuery,
  ResolveEventRequest,
  ResolveMarketRequest,
} from '@bellwether/api';
import { EngineClient, refusalError } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import type { EventResolution, MarketAction, MarketResolution } from '@bellwether/exchange';
import { Answers, PathParam, QueryParams, markReplay } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';
import { AdminCommands } from './admin-commands';
import { AdminController } from './admin-route';

/** Events and markets: create, pause, resume, close, resolve. */
@ApiTags('Administration')
@AdminController('markets')
export class MarketAdminController {
  constructor(
    @Inject(AdminCommands) private readonly commands: AdminCommands,
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Answers('createEvent', {
    summary: 'Make an event and its markets',
    answer: eventCreatedAnswer,
    repeats: true,
    codes: [...OPERATOR_COMMAND, 'EVENT_EXISTS'],
  })
  @Post('/events')
  @HttpCode(200)
  async createEvent(
    @Body({ schema: createEventRequest }) event: CreateEventRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const eventId = event.eventId ?? randomUUID();
    const command = { kind: 'create_event', ...event, eventId } as const;
    const done = await this.commands.run(request, command, 'event_created');
    markReplay(reply, done);
    return success(presentEventCreated(done.body, done));
  }

  @Answers('pauseMarket', {
    summary: 'Pause a market',
    description: 'It takes cancels and no orders until it is resumed.',
    answer: marketStatusAnswer,
    codes: MARKET_CHANGE,
  })
  @Post('/markets/:market_id/pause')
  @HttpCode(200)
  pause(
    @PathParam('market_id', marketId) id: Uint8Array,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    return this.setStatus(id, 'pause', request);
  }

  @Answers('resumeMarket', {
    summary: 'Resume a paused market',
    answer: marketStatusAnswer,
    codes: MARKET_CHANGE,
  })
  @Post('/markets/:market_id/resume')
  @HttpCode(200)
  resume(
    @PathParam('market_id', marketId) id: Uint8Array,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    return this.setStatus(id, 'resume', request);
  }

  @Answers('closeMarket', {
    summary: 'Close a market',
    description: 'Its orders are cancelled; it waits for its resolution.',
    answer: marketStatusAnswer,
    codes: MARKET_CHANGE,
  })
  @Post('/markets/:market_id/close')
  @HttpCode(200)
  close(
    @PathParam('market_id', marketId) id: Uint8Array,
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
  ) {
    return this.setStatus(id, 'close', request);
  }

  @Answers('resolveMarket', {
    summary: 'Resolve a market',
    description:
      'Holders are paid in the same command. With `dry_run=true` nothing is done, and the answer says what would be paid.',
    answer: marketResolvedAnswer,
    repeats: true,
    codes: [...RESOLVING, ...CONFIRMED, 'MARKET_NOT_FOUND'],
  })
  @Post('/markets/:market_id/resolve')
  @HttpCode(200)
  async resolveMarket(
    @PathParam('market_id', marketId) id: Uint8Array,
    @Body({ schema: resolveMarketRequest }) resolution: ResolveMarketRequest,
    @QueryParams(dryRunQuery) { isDryRun }: DryRunQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (isDryRun) return success(await this.previewMarket({ marketId: id, ...resolution }));
    await this.confirmations.require(request);
    const command = { kind: 'resolve_market', marketId: id, ...resolution } as const;
    const done = await this.commands.run(request, command, 'market_resolved');
    markReplay(reply, done);
    return success(presentMarketResolved(done.body, done));
  }

  @Answers('resolveEvent', {
    summary: 'Resolve an event',
    description:
      'All of its markets at once. With `dry_run=true` nothing is done, and the answer says what would be paid.',
    answer: eventResolvedAnswer,
    repeats: true,
    codes: [...RESOLVING, ...CONFIRMED, 'EVENT_NOT_FOUND', 'MARKET_NOT_FOUND'],
  })
  @Post('/events/:event_id/resolve')
  @HttpCode(200)
  async resolveEvent(
    @PathParam('event_id', eventIdParameter) eventId: string,
    @Body({ schema: resolveEventRequest }) { winner }: ResolveEventRequest,
    @QueryParams(dryRunQuery) { isDryRun }: DryRunQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (isDryRun) return success(await this.previewEvent({ eventId, winner }));
    await this.confirmations.require(request);
    const command = { kind: 'resolve_event', eventId, winner } as const;
    const done = await this.commands.run(request, command, 'event_resolved');
    markReplay(reply, done);
    return success(presentEventResolved(done.body, done));
  }

  /** No command: the engine answers from its state. */
  private async previewMarket(asked: MarketResolution) {
    const { view, ...asOf } = await this.engine.query('market_resolution', asked);
    if (view.kind === 'refused') throw refusalError(view.refusal);
    const [market] = view.markets;
    assert(market !== undefined, 'a resolution is of one market at least');
    return presentMarketResolution(market, asOf);
  }

  private async previewEvent(asked: EventResolution) {
    const { view, ...asOf } = await this.engine.query('event_resolution', asked);
    if (view.kind === 'refused') throw refusalError(view.refusal);
    return presentEventResolution(view.eventId, view.markets, asOf);
  }

  private async setStatus(id: Uint8Array, action: MarketAction, request: FastifyRequest) {
    const command = { kind: 'set_market_status', marketId: id, action } as const;
    const done = await this.commands.run(request, command, 'market_status');
    return success(presentMarketStatus(done.body, done));
  }
}
