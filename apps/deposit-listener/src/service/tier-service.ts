import { setTimeout as sleep } from 'node:timers/promises';
import type { FundingAnswer, TierChange } from '@bellwether/bus';
import {
  initProxyWallet,
  readProxy,
  setUserTier,
  signatureText,
  vaultEventsOf,
} from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { CodedError, Fault } from '@bellwether/errors';
import { isTier, tierCapMicroUsdc } from '@bellwether/funding';
import { lastAttemptOf } from '@bellwether/funding-runtime';
import type { Tier } from '@bellwether/funding';
import type { ChainTransaction } from '@bellwether/persistence';
import { TRANSACTION_ATTEMPTS, TRANSACTION_TIMEOUT_MS, TRANSACTION_PAUSE_MS } from '../limits';
import type { ListenerParts } from '../parts';
import { rowOfTransaction } from '../transactions/transaction-row';

type Parts = Pick<ListenerParts, 'stores' | 'chains' | 'vault' | 'listener' | 'tiers' | 'now'>;

/** Users' tiers, which the vault stores on chain. */
export class TierService {
  constructor(private readonly parts: Parts) {}

  async refresh(user: Uint8Array): Promise<FundingAnswer<'refresh_tier'>> {
    const { tier, readMs } = await this.parts.tiers.refresh(user);
    return { user, tier, refreshedMs: readMs };
  }

  /**
   * Answers when the change is final. A repeated request finds the transaction of the first, as long as that is still
   * the tier: request ids are chosen by callers, and one trace may set a tier, another one, and the first again.
   * @throws CodedError OUTCOME_UNKNOWN if that takes too long; Fault (poison) if the vault refuses
   */
  async set(
    { user, tier }: { readonly user: Uint8Array; readonly tier: Tier },
    requestId: string,
  ): Promise<TierChange> {
    const { stores, tiers } = this.parts;
    const purposeOf = (attempt: number) => `tier:${toHex(user)}:${tier}:${requestId}:${attempt}`;
    const { attempt, last } = await lastAttemptOf(stores.transactions, purposeOf);
    if (last !== null) {
      const ended = await this.ended(last);
      const isStill = ended.state === 'final' && (await tiers.refresh(user)).tier === tier;
      if (isStill) return this.changeOf(user, ended);
    }
    for (let more = 1; more <= TRANSACTION_ATTEMPTS; more++) {
      const ended = await this.ended(await this.kept(purposeOf(attempt + more), user, tier));
      if (ended.state === 'final') return this.changeOf(user, ended);
    }
    throw new Fault('poison', `the vault takes no tier ${tier} for ${toHex(user)}`);
  }

  private async kept(purpose: string, user: Uint8Array, tier: Tier): Promise<ChainTransaction> {
    const { stores, chains, vault, listener, now } = this.parts;
    const known = await stores.transactions.byPurpose(purpose);
    if (known !== null) return known;
    const hasWallet = (await readProxy(chains.main, vault, user)) !== null;
    const setTier = await setUserTier(vault, { registrar: listener.address, user, tier });
    const instructions = hasWallet
      ? [setTier]
      : [await initProxyWallet(vault, { payer: listener.address, user }), setTier];
    const built = await chains.main.buildTransaction({ instructions, feePayer: listener });
    // An operator requested it, so no user pays.
    const row = rowOfTransaction(built, { purpose, chain: 'main', user: null });
    return stores.transactions.keep(row, now());
  }

  /** The broadcast sees it through. Here its end is awaited. */
  private async ended(kept: ChainTransaction): Promise<ChainTransaction> {
    const { stores, now } = this.parts;
    const untilMs = now() + TRANSACTION_TIMEOUT_MS;
    let row: ChainTransaction | null = kept;
    while (row !== null && row.state === 'kept') {
      if (now() > untilMs) throw new CodedError('OUTCOME_UNKNOWN', { what: 'set_tier' });
      await sleep(TRANSACTION_PAUSE_MS);
      row = await stores.transactions.byPurpose(kept.purpose);
    }
    return row ?? kept;
  }

  /** The tiers before and after, as the vault reports them. */
  private async changeOf(user: Uint8Array, ended: ChainTransaction): Promise<TierChange> {
    const { chains, vault, tiers } = this.parts;
    const found = await chains.main.findTransaction(signatureText(ended.signature));
    if (found === undefined) throw new CodedError('CHAIN_UNAVAILABLE', { what: 'set_tier' });
    const { transaction, block } = found;
    const { events } = vaultEventsOf({ ...block, transactions: [transaction] }, vault);
    const event = events.find((one) => one.event.kind === 'TierSet')?.event;
    if (event?.kind !== 'TierSet' || !isTier(event.tier) || !isTier(event.previousTier)) {
      throw new Fault('poison', 'the vault told of another tier than there is');
    }
    await tiers.refresh(user);
    const { tier, previousTier } = event;
    return {
      user,
      tier,
      previousTier,
      txSignature: ended.signature,
      maxPerTxMicroUsdc: tierCapMicroUsdc(tier),
    };
  }
}
