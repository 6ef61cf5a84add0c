/** A scenario of results: their rules, cases and sources. */
import { eventHashOf } from '@bellwether/canonical-message';
import type { CaseOutcome, CommandOf, EventSource, ResolutionRules } from '../../src/command';
import { Scenario } from './scenario';

export const RULES: ResolutionRules = {
  windowSeconds: 60,
  stake: 5_000_000,
  rewardPct: 50,
  secondRole: true,
};
export const YES: CaseOutcome = { kind: 'market', resolution: 'yes', price: null };
export const NO: CaseOutcome = { kind: 'market', resolution: 'no', price: null };

export class Cases extends Scenario {
  rules(rules: Partial<ResolutionRules> = {}): void {
    const row = { name: '*', sub: '*', ...RULES, ...rules };
    this.expect('resolution_rules', 'admin', { kind: 'set_resolution_rules', rules: [row] });
  }

  propose(terms: Partial<CommandOf<'propose'>> = {}) {
    return this.apply('admin', {
      kind: 'propose',
      subject: { kind: 'market', marketId: this.marketId() },
      outcome: YES,
      by: 'desk-1',
      note: 'It happened.',
      ...terms,
    });
  }

  proposed(terms: Partial<CommandOf<'propose'>> = {}): number {
    const { body } = this.propose(terms).answer.reply;
    if (body.kind !== 'case') throw new Error(JSON.stringify(body));
    return body.caseId;
  }

  challenge(name: string, caseId: number, terms: Partial<CommandOf<'challenge'>> = {}) {
    const user = this.user(name);
    return this.apply('order', {
      kind: 'challenge',
      user,
      caseId,
      claim: 'no',
      claimMarket: null,
      reason: 'It did not.',
      stake: 5_000_000,
      nonce: this.subject.nonces(user).order + 1,
      builder: null,
      signature: new Uint8Array(64),
      ...terms,
    });
  }

  decide(caseId: number, terms: Partial<CommandOf<'decide'>>) {
    return this.apply('admin', {
      kind: 'decide',
      caseId,
      verdict: 'uphold',
      outcome: null,
      refundStakes: false,
      by: 'desk-2',
      reason: 'The referee said so.',
      ...terms,
    });
  }

  withdrawCase(caseId: number) {
    return this.apply('admin', { kind: 'withdraw_case', caseId, by: 'desk-1', reason: 'A slip.' });
  }

  status(label = 'a'): string | undefined {
    return this.subject.market(this.marketId(label))?.market.status;
  }

  money(name: string): readonly number[] {
    const { available, staked } = this.balance(name);
    return [available, staked];
  }

  source(terms: Partial<CommandOf<'set_source'>> = {}) {
    return this.apply('admin', {
      kind: 'set_source',
      name: 'gauge',
      key: this.user('gauge'),
      url: 'https://example.org/gauge',
      about: 'A gauge at the bridge.',
      retire: false,
      ...terms,
    });
  }

  /** Of one market, which is `yes` from 1.00 on at the present time. */
  ofValue(): EventSource {
    const rule = { kind: 'value', op: '>=', threshold: 100, decimals: 2 } as const;
    return { key: this.user('gauge'), rule: { ...rule, at: this.nowSeconds } };
  }

  /** What the gauge says of the market now; of a whole event with `attests`. */
  attest(value: number, terms: Partial<CommandOf<'attest'>> = {}) {
    return this.apply('order', this.attestation(value, terms));
  }

  attestation(value: number, terms: Partial<CommandOf<'attest'>> = {}): CommandOf<'attest'> {
    const { network, nowSeconds } = this;
    const isWinner = terms.attests === 'winner';
    return {
      kind: 'attest',
      source: this.user('gauge'),
      subject: isWinner ? eventHashOf({ network, eventId: 'event' }) : this.marketId(),
      attests: 'value',
      value,
      decimals: isWinner ? 0 : 2,
      observedAt: nowSeconds,
      signedAt: nowSeconds,
      statement: 'As it was read.',
      signature: new Uint8Array(64),
      ...terms,
    };
  }
}
