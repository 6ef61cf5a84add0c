import { OwnLookupTable } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { ALONE, companiesOf, companyLeavesMs, nextRetryAtMs } from '@bellwether/funding';
import type { Deposit, FailureReason } from '@bellwether/funding';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { rowOfTransaction } from '../../transactions/transaction-row';
import {
  AWAY_PAUSE_MS,
  BRIDGED_AT_ONCE,
  CONTRADICTION_PAUSE_MS,
  LOOK_PAUSE_MS,
  MAX_COMPANY,
  STEP_LEASE_MS,
  WORK_PAUSE_MS,
} from '../limits';
import { prepare } from '../preparation';
import type { PreparationState } from '../preparation';
import { bridgePurpose, sharedPurpose } from '../purposes';
import { tokenAccount } from '../token-account-preparation';
import { workOn } from '../work-on';
import { handedOver } from './hand-over';
import type { Source } from './hand-over';
import { SentTransfers } from './sent-transfers';
import type { Sharing } from './sent-transfers';
import { approval, collectorAccount } from './share-preparations';
import { collectorOf, sharedAccounts, sharedTransfer } from './shared-transfer';
import type { Collector, Member } from './shared-transfer';
import { sourceTransfer } from './source-transfer';

type Parts = Pick<
  ListenerParts,
  | 'stores'
  | 'chains'
  | 'sides'
  | 'usdc'
  | 'listener'
  | 'addresses'
  | 'depositMaster'
  | 'splitProgram'
  | 'splitRentTo'
  | 'shareWaitMs'
  | 'tariff'
  | 'alarms'
  | 'log'
  | 'now'
>;

interface Ready extends Member {
  readonly canShare: boolean;
}

/** Who collects, and the accounts of every shared transfer. */
interface Collecting {
  readonly collector: Collector;
  readonly accounts: readonly Address[];
}

/** Of one tick: what can be sent now, and the state of what all that share need. */
interface Leaving {
  readonly ready: Ready[];
  common: Promise<PreparationState> | undefined;
}

/**
 * Signs the bridge transfer of accepted deposits and passes it to the relayer: record, bytes, charge and message in one
 * transaction. The listener itself never sends it. Deposits at their first attempt wait for others, and those that leave
 * at the same time share a transfer; what fails for all of them makes each go alone.
 */
export class BridgeDeposits implements Worker {
  readonly name = 'bridge-deposits';
  readonly pauseMs = WORK_PAUSE_MS;
  private readonly sent: SentTransfers;
  private readonly table: OwnLookupTable;
  private hasCollector = false;
  private collecting: Promise<Collecting> | undefined;

  constructor(private readonly parts: Parts) {
    this.sent = new SentTransfers(parts);
    this.table = new OwnLookupTable(parts.chains.ext, parts.listener);
  }

  /** @returns how many progressed */
  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    const claim = { limit: BRIDGED_AT_ONCE, nowMs: now(), leaseMs: STEP_LEASE_MS };
    const sources = ['ext_usdc', 'ext_token', 'ext_native'] as const;
    const claimed = await stores.deposits.claimDue(claim, { sources, steps: ['bridging'] });
    const leaving: Leaving = { ready: [], common: undefined };
    let progressed = 0;
    try {
      progressed += await workOn(claimed, {
        step: (deposit) => this.begin(deposit, leaving),
        later: (deposit) => this.lookAgain(deposit, AWAY_PAUSE_MS),
      });
    } finally {
      progressed += await workOn(companies(leaving.ready), {
        step: (company) => this.send(company),
        later: (company) => this.allLater(company, AWAY_PAUSE_MS),
      });
    }
    return progressed;
  }

  /** Makes what it needs, and lets it wait for others. */
  private async begin(deposit: Deposit, leaving: Leaving): Promise<boolean> {
    const { addresses, alarms, shareWaitMs, now } = this.parts;
    const places = await addresses.of(deposit.user);
    const member = { deposit, places };
    const sent = await this.sent.of(deposit, places);
    switch (sent.kind) {
      case 'sent':
        return this.adopt(member, sent.signature, sent.sharing);
      case 'searching':
        return this.lookAgain(deposit, LOOK_PAUSE_MS);
      case 'contradiction':
        alarms.raise('record_contradiction', { ...aboutOf(deposit), why: sent.why });
        return this.lookAgain(deposit, CONTRADICTION_PAUSE_MS);
      case 'none':
    }
    const isFirst = shareWaitMs > 0 && deposit.attempt === 1;
    const [made, shareable] = await Promise.all([
      this.proxyAccount(member),
      isFirst ? this.sharing(member, leaving) : undefined,
    ]);
    if (made.state === 'failed') return this.fail(deposit, made.reason);
    // One that is not ready does not hold up its company: it goes with the next.
    const leavesMs = isFirst ? companyLeavesMs(deposit.updatedMs, shareWaitMs) : 0;
    if (made.state === 'under_way' || shareable?.state === 'under_way' || now() < leavesMs) {
      const nextMs = isFirst ? companyLeavesMs(now() + 1, shareWaitMs) - now() : LOOK_PAUSE_MS;
      return this.lookAgain(deposit, nextMs);
    }
    leaving.ready.push({ ...member, canShare: shareable?.state === 'done' });
    return false;
  }

  /**
   * The deposit has crossed the bridge by a transaction without a row: the rows are older than the chain, as after a
   * restore, or an earlier attempt was wrongly taken for ended. Nothing is signed: the chain's transaction is entered.
   */
  private adopt(member: Member, signature: Uint8Array, sharing: Sharing): Promise<boolean> {
    const about = { ...aboutOf(member.deposit), signature: toHex(signature) };
    this.parts.log.warn(about, 'a transfer that no row knew is on the chain');
    return this.handOver(member, { signature, bytes: null }, sharing);
  }

  /** The bridge, or the split account, pays into an account that must exist. */
  private proxyAccount({ deposit, places }: Member): Promise<PreparationState> {
    const { proxyUsdcAccount: account, proxyWallet: owner } = places;
    const mint = this.parts.usdc.main;
    return prepare(this.parts, tokenAccount({ chain: 'main', deposit, account, owner, mint }));
  }

  /** What it needs to share a transfer. */
  private async sharing(member: Member, leaving: Leaving): Promise<PreparationState> {
    const { collector } = await this.collected();
    leaving.common ??= this.common(member);
    const [common, approved] = await Promise.all([
      leaving.common,
      prepare(this.parts, approval(this.parts, member, collector)),
    ]);
    return common.state === 'done' ? approved : common;
  }

  /** Derived once: it stays the same. */
  private collected(): Promise<Collecting> {
    this.collecting ??= collectorOf(this.parts).then(async (collector) => ({
      collector,
      accounts: await sharedAccounts(this.parts, collector),
    }));
    return this.collecting;
  }

  /** What all need. */
  private async common(member: Member): Promise<PreparationState> {
    const { collector, accounts } = await this.collected();
    if (!this.hasCollector) {
      const made = await prepare(this.parts, collectorAccount(this.parts, member, collector));
      if (made.state !== 'done') return made;
      this.hasCollector = true;
    }
    const table = await this.table.holding(accounts);
    return { state: table === undefined ? 'under_way' : 'done' };
  }

  private async send(company: readonly Ready[]): Promise<boolean> {
    const [first] = company;
    if (company.length === 1 && first !== undefined) return this.sendAlone(first);
    const done = await this.sendTogether(company);
    if (done !== undefined) return done;
    const alone = await workOn(company, {
      step: (one) => this.sendAlone(one),
      later: ({ deposit }) => this.lookAgain(deposit, AWAY_PAUSE_MS),
    });
    return alone > 0;
  }

  private async sendAlone(member: Member): Promise<boolean> {
    const { chains, log } = this.parts;
    const { deposit, places } = member;
    const kept = await sourceTransfer(this.parts, deposit, places);
    const { error } = await chains.ext.simulate(kept);
    if (error !== null) {
      log.warn({ ...aboutOf(deposit), error }, 'the transfer would fail');
      return this.fail(deposit, 'transaction_refused');
    }
    const about = { purpose: bridgePurpose(deposit), chain: 'ext', user: deposit.user } as const;
    return this.handOver(member, rowOfTransaction(kept, about), ALONE);
  }

  /**
   * The transaction, and every deposit with it, is written in one transaction of the database. Were some written before
   * others, the relayer could send it while the others are signed for anew. Before it nobody has seen the bytes; after it
   * each hands over the same, which the chain executes once.
   * @returns undefined if nothing was signed for any of them, and each may go alone
   */
  private async sendTogether(company: readonly Ready[]): Promise<boolean | undefined> {
    const { stores, chains, log, tariff, now } = this.parts;
    const members = company.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
    const shared = await sharedTransfer(this.parts, members);
    // Sent by these, though no search shows it yet.
    if ((await chains.ext.readAccount(shared.messageAccount)) !== null) {
      await this.allLater(company, LOOK_PAUSE_MS);
      return false;
    }
    const { accounts } = await this.collected();
    const table = await this.table.holding(accounts);
    const lookupTables = table === undefined ? [] : [table];
    const kept = await chains.ext.buildTransaction({ ...shared.request, lookupTables });
    const { error } = await chains.ext.simulate(kept);
    if (error !== null) {
      log.warn(
        { deposits: members.map(idOf), error },
        'a shared transfer would fail: each goes alone',
      );
      return undefined;
    }
    const about = { purpose: sharedPurpose(shared.name), chain: 'ext', user: null } as const;
    const { purpose, ...source } = rowOfTransaction(kept, about);
    const { split } = shared;
    const isShared = await stores.deposits.share({
      keep: { ...source, purpose, handedOver: true },
      changes: members.map((member, share) =>
        handedOver(member, source, { split, share }, { tariff, nowMs: now() }),
      ),
      nowMs: now(),
    });
    return isShared ? true : undefined;
  }

  private async handOver(member: Member, source: Source, sharing: Sharing): Promise<boolean> {
    const { stores, tariff, now } = this.parts;
    const change = handedOver(member, source, sharing, { tariff, nowMs: now() });
    return (await stores.deposits.advance(change)).kind === 'done';
  }

  private async fail(deposit: Deposit, reason: FailureReason): Promise<boolean> {
    const { stores, now } = this.parts;
    const { depositId, attempt } = deposit;
    const retryAtMs = nextRetryAtMs('bridge', attempt, now());
    const fact = { kind: 'attempt_failed', stage: 'bridge', reason, attempt, retryAtMs } as const;
    return (await stores.deposits.advance({ depositId, fact, nowMs: now() })).kind === 'done';
  }

  private async lookAgain({ depositId }: Deposit, afterMs: number): Promise<false> {
    const { stores, now } = this.parts;
    await stores.deposits.postpone(depositId, now() + afterMs);
    return false;
  }

  private async allLater(company: readonly Member[], afterMs: number): Promise<void> {
    for (const { deposit } of company) await this.lookAgain(deposit, afterMs);
  }
}

/** Those that may share, in groups; every other one by itself. */
const companies = (ready: readonly Ready[]): (readonly Ready[])[] => [
  ...companiesOf(
    ready.filter(({ canShare }) => canShare),
    MAX_COMPANY,
  ),
  ...ready.filter(({ canShare }) => !canShare).map((one) => [one]),
];

const idOf = ({ deposit }: Member): string => toHex(deposit.depositId);

const aboutOf = ({ depositId, attempt }: Deposit) => ({ deposit_id: toHex(depositId), attempt });
