import { randomUUID } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { dryRunOf, marketAdmin, withPlace } from '@bellwether/api';
import { EngineClient, refusalError } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import type { EventResolution, MarketAction, MarketResolution } from '@bellwether/exchange';
import { Endpoint, markReplay } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../operators/confirmations';
import { AdminCommands } from './admin-commands';

/** Events and markets: create, pause, resume, close, resolve. */
@Controller()
export class MarketAdminController {
  constructor(
    @Inject(AdminCommands) private readonly commands: AdminCommands,
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(marketAdmin.createEvent)
  async createEvent({ body: event, request, reply }: In<typeof marketAdmin.createEvent>) {
    const eventId = event.eventId ?? randomUUID();
    const command = { kind: 'create_event', ...event, eventId } as const;
    const done = await this.commands.run(request, command, 'event_created');
    markReplay(reply, done);
    return withPlace(done.body, done);
  }

  @Endpoint(marketAdmin.pauseMarket)
  pause({ path: { market_id: id }, request }: In<typeof marketAdmin.pauseMarket>) {
    return this.setStatus(id, 'pause', request);
  }

  @Endpoint(marketAdmin.resumeMarket)
  resume({ path: { market_id: id }, request }: In<typeof marketAdmin.resumeMarket>) {
    return this.setStatus(id, 'resume', request);
  }

  @Endpoint(marketAdmin.closeMarket)
  close({ path: { market_id: id }, request }: In<typeof marketAdmin.closeMarket>) {
    return this.setStatus(id, 'close', request);
  }

  @Endpoint(marketAdmin.resolveMarket)
  async resolveMarket({
    path: { market_id: id },
    query: { isDryRun },
    body: resolution,
    request,
    reply,
  }: In<typeof marketAdmin.resolveMarket>) {
    if (isDryRun) return this.previewMarket({ marketId: id, ...resolution });
    await this.confirmations.require(request);
    const command = { kind: 'resolve_market', marketId: id, ...resolution } as const;
    const done = await this.commands.run(request, command, 'market_resolved');
    markReplay(reply, done);
    return { ...done.body.market, seq: done.seq };
  }

  @Endpoint(marketAdmin.resolveEvent)
  async resolveEvent({
    path: { event_id: eventId },
    query: { isDryRun },
    body: { winner },
    request,
    reply,
  }: In<typeof marketAdmin.resolveEvent>) {
    if (isDryRun) return this.previewEvent({ eventId, winner });
    await this.confirmations.require(request);
    const command = { kind: 'resolve_event', eventId, winner } as const;
    const done = await this.commands.run(request, command, 'event_resolved');
    markReplay(reply, done);
    const { eventId: resolved, markets } = done.body;
    const { seq } = done;
    return { eventId: resolved, markets: markets.map((market) => ({ ...market, seq })), seq };
  }

  /** No command: the engine answers from its state. */
  private async previewMarket(asked: MarketResolution) {
    const { view, seq } = await this.engine.query('market_resolution', asked);
    if (view.kind === 'refused') throw refusalError(view.refusal);
    const [market] = view.markets;
    assert(market !== undefined, 'a resolution is of one market at least');
    return dryRunOf(market, seq);
  }

  private async previewEvent(asked: EventResolution) {
    const { view, seq } = await this.engine.query('event_resolution', asked);
    if (view.kind === 'refused') throw refusalError(view.refusal);
    const markets = view.markets.map((market) => dryRunOf(market, seq));
    return { eventId: view.eventId, markets, seq };
  }

  private async setStatus(id: Uint8Array, action: MarketAction, request: FastifyRequest) {
    const command = { kind: 'set_market_status', marketId: id, action } as const;
    const done = await this.commands.run(request, command, 'market_status');
    return withPlace(done.body, done);
  }
}
