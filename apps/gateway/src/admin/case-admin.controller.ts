import { Controller, Inject } from '@nestjs/common';
import { caseAdmin, dryRunOf, withPlace } from '@bellwether/api';
import type { CarriedOut } from '@bellwether/api';
import { EngineClient, refusalError } from '@bellwether/bus';
import type { CommandOf, ProposalView } from '@bellwether/exchange';
import { Endpoint, markReplay } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { CaseReads } from '../cases/case-reads';
import { sourceByKey } from '../cases/source-by-key';
import { requireOwnerKey } from '../account/owner-key';
import { CONFIRMED_WINDOW_SECONDS } from '../limits';
import { Confirmations } from '../operators/confirmations';
import { actorOf } from '../operators/operator';
import { AdminCommands } from './admin-commands';
import { VoidPrices } from './void-prices';

type Asked = Omit<CommandOf<'propose'>, 'kind' | 'by'>;

/** Results: the rules for them, proposals and decisions, and what is given from protocol fees. */
@Controller()
export class CaseAdminController {
  constructor(
    @Inject(AdminCommands) private readonly commands: AdminCommands,
    @Inject(EngineClient) private readonly engine: EngineClient,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
    @Inject(VoidPrices) private readonly voidPrices: VoidPrices,
    @Inject(CaseReads) private readonly cases: CaseReads,
  ) {}

  @Endpoint(caseAdmin.setResolutionRules)
  async setRules({ body: { rules }, request }: In<typeof caseAdmin.setResolutionRules>) {
    const command = { kind: 'set_resolution_rules', rules } as const;
    const done = await this.commands.run(request, command, 'resolution_rules');
    return withPlace(done.body, done);
  }

  /** One operator retires a key, and changes nothing else of it. */
  @Endpoint(caseAdmin.setSource)
  async setSource({ body: { name, key, terms }, request }: In<typeof caseAdmin.setSource>) {
    // Nobody can sign for another one, and its row would be there for ever.
    if (terms !== null) requireOwnerKey('key', key);
    if (terms !== null) await this.confirmations.require(request);
    const retire = terms === null;
    const { url, about } = terms ?? (await sourceByKey(this.engine, key));
    const command = { kind: 'set_source', name, key, url, about, retire } as const;
    const done = await this.commands.run(request, command, 'source');
    return withPlace(done.body, done);
  }

  @Endpoint(caseAdmin.proposeMarket)
  async proposeMarket({
    path: { market_id: marketId },
    query: { isDryRun },
    body: { resolution, price: said, priceAsOf, ...evidence },
    request,
  }: In<typeof caseAdmin.proposeMarket>) {
    const price =
      resolution === 'void' ? await this.voidPrices.priceOf(marketId, said, priceAsOf) : said;
    const subject = { kind: 'market', marketId } as const;
    const outcome = { kind: 'market', resolution, price } as const;
    const asked = {
      subject,
      outcome,
      ...evidence,
      ...(priceAsOf === undefined ? {} : { priceAsOf }),
    };
    return this.propose(asked, isDryRun, request);
  }

  @Endpoint(caseAdmin.proposeEvent)
  proposeEvent({
    path: { event_id: eventId },
    query: { isDryRun },
    body: asked,
    request,
  }: In<typeof caseAdmin.proposeEvent>) {
    return this.propose({ subject: { kind: 'event', eventId }, ...asked }, isDryRun, request);
  }

  @Endpoint(caseAdmin.decideCase)
  async decide({ path: { case_id: caseId }, body, request }: In<typeof caseAdmin.decideCase>) {
    const outcome = await this.priced(caseId, body);
    if (body.verdict === 'overturn') await this.confirmations.require(request);
    const command = { kind: 'decide', caseId, ...body, outcome, by: byOf(request) } as const;
    return stateOf(await this.commands.run(request, command, 'case'));
  }

  @Endpoint(caseAdmin.withdrawCase)
  async withdraw({
    path: { case_id: caseId },
    body: { reason },
    request,
  }: In<typeof caseAdmin.withdrawCase>) {
    const command = { kind: 'withdraw_case', caseId, reason, by: byOf(request) } as const;
    return stateOf(await this.commands.run(request, command, 'case'));
  }

  @Endpoint(caseAdmin.fillDisputeFund)
  async fillFund({ body, request, reply }: In<typeof caseAdmin.fillDisputeFund>) {
    const done = await this.commands.run(request, { kind: 'fill_fund', ...body }, 'fund_filled');
    markReplay(reply, done);
    return withPlace(done.body, done);
  }

  @Endpoint(caseAdmin.makeGood)
  async makeGood({
    path: { public_key: user },
    body,
    request,
    reply,
  }: In<typeof caseAdmin.makeGood>) {
    requireOwnerKey('public_key', user);
    await this.confirmations.require(request);
    const command = { kind: 'make_good', user, ...body } as const;
    const done = await this.commands.run(request, command, 'made_good');
    markReplay(reply, done);
    return withPlace(done.body, done);
  }

  /** A void that is decided has the price that a proposed one would have. */
  private async priced(
    caseId: number,
    { outcome, priceAsOf }: Pick<CommandOf<'decide'>, 'outcome' | 'priceAsOf'>,
  ) {
    if (outcome?.kind !== 'market' || outcome.resolution !== 'void') return outcome;
    const { marketId } = await this.cases.find(caseId);
    if (marketId === null) return outcome;
    return { ...outcome, price: await this.voidPrices.priceOf(marketId, outcome.price, priceAsOf) };
  }

  /** The engine says first what would come of it: that nobody confirms what is refused, and how long it could be challenged. */
  private async propose(asked: Asked, isDryRun: boolean, request: FastifyRequest) {
    const { subject, outcome } = asked;
    const params = { subject, outcome, withPayouts: isDryRun };
    const { view, ...asOf } = await this.engine.query('proposal', params);
    if (view.kind === 'refused') throw refusalError(view.refusal);
    if (isDryRun) return dryRun(view, asOf);
    if (view.windowSeconds < CONFIRMED_WINDOW_SECONDS) await this.confirmations.require(request);
    const command = { kind: 'propose', ...asked, by: byOf(request) } as const;
    return stateOf(await this.commands.run(request, command, 'case'));
  }
}

/** What everybody sees of who did it: the operator's name. */
const byOf = (request: FastifyRequest): string => actorOf(request).operator.name;

const stateOf = ({ body, seq }: CarriedOut<'case'>) => ({ ...body, seq });

const dryRun = (
  { windowSeconds, markets }: Exclude<ProposalView, { kind: 'refused' }>,
  { seq, timestampMs }: { readonly seq: number; readonly timestampMs: number },
) => ({
  caseId: null,
  status: 'proposed' as const,
  dueMs: timestampMs + windowSeconds * 1_000,
  round: 1,
  seq,
  dryRun: (markets ?? []).map((market) => dryRunOf(market, seq)),
});
