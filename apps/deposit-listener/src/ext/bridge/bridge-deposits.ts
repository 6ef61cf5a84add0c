import {
  TransactionSearch,
  bytesOfAddress,
  signatureBytes,
  transferMessagesIn,
} from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import {
  ALONE,
  PARTS_OF_BRIDGING,
  depositTransferId,
  gasBill,
  nextRetryAtMs,
} from '@bellwether/funding';
import type { Deposit, FailureReason, OutgoingFundingMessage } from '@bellwether/funding';
import type { NewGasCharge, NewStoredTransaction } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { rowOfTransaction } from '../../transactions/transaction-row';
import type { UserPlaces } from '../../watch/user-addresses';
import {
  AWAY_PAUSE_MS,
  CONTRADICTION_PAUSE_MS,
  LOOK_PAUSE_MS,
  STEPS_AT_ONCE,
  STEP_LEASE_MS,
  WORK_PAUSE_MS,
} from '../limits';
import { prepare } from '../preparation';
import type { PreparationState } from '../preparation';
import { bridgePurpose } from '../purposes';
import { tokenAccount } from '../token-account-preparation';
import { workOn } from '../work-on';
import { sentTransfer, sourceTransfer } from './source-transfer';
import type { SentTransfer } from './source-transfer';

type Parts = Pick<
  ListenerParts,
  | 'stores'
  | 'chains'
  | 'sides'
  | 'usdc'
  | 'listener'
  | 'addresses'
  | 'depositMaster'
  | 'tariff'
  | 'alarms'
  | 'log'
  | 'now'
>;

/**
 * Signs the bridge transfer of accepted deposits and passes it to the relayer: record, bytes, charge and message in one
 * transaction. The listener itself never sends it.
 */
export class BridgeDeposits implements Worker {
  readonly name = 'bridge-deposits';
  readonly pauseMs = WORK_PAUSE_MS;
  /** For transfers that no row knows. */
  private readonly search: TransactionSearch;

  constructor(private readonly parts: Parts) {
    this.search = new TransactionSearch(parts.chains.ext);
  }

  /** @returns how many progressed */
  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    const claim = { limit: STEPS_AT_ONCE, nowMs: now(), leaseMs: STEP_LEASE_MS };
    const sources = ['ext_usdc', 'ext_token', 'ext_native'] as const;
    return workOn(await stores.deposits.claimDue(claim, { sources, steps: ['bridging'] }), {
      step: (deposit) => this.step(deposit),
      later: (deposit) => this.lookAgain(deposit, AWAY_PAUSE_MS),
    });
  }

  private async step(deposit: Deposit): Promise<boolean> {
    const { chains, addresses, log } = this.parts;
    const places = await addresses.of(deposit.user);
    const sent = await sentTransfer(this.parts, deposit, places);
    if (sent !== undefined) return this.adopt(deposit, places, sent);
    const made = await this.proxyAccount(deposit, places);
    if (made.state === 'failed') return this.fail(deposit, made.reason);
    if (made.state === 'under_way') {
      await this.lookAgain(deposit, LOOK_PAUSE_MS);
      return false;
    }
    const kept = await sourceTransfer(this.parts, deposit, places);
    const { error } = await chains.ext.simulate(kept);
    if (error !== null) {
      log.warn({ ...aboutOf(deposit), error }, 'the transfer would fail');
      return this.fail(deposit, 'transaction_refused');
    }
    const about = { purpose: bridgePurpose(deposit), chain: 'ext', user: deposit.user } as const;
    return this.handOver(deposit, places, rowOfTransaction(kept, about));
  }

  /**
   * The deposit has crossed the bridge by a transaction without a row: the rows are older than the chain, as after a
   * restore, or an earlier attempt was wrongly taken for ended. Nothing is signed: the chain's transaction is entered.
   */
  private async adopt(
    deposit: Deposit,
    places: UserPlaces,
    { messageAccount, isOfDeposit }: SentTransfer,
  ): Promise<boolean> {
    const { sides, alarms, log } = this.parts;
    if (!isOfDeposit) {
      const why = 'its message on the chain is another transfer than its record says';
      alarms.raise('record_contradiction', { ...aboutOf(deposit), why });
      await this.lookAgain(deposit, CONTRADICTION_PAUSE_MS);
      return false;
    }
    const found = await this.search.find(messageAccount, ({ transaction }) =>
      transferMessagesIn(sides.ext, transaction).includes(messageAccount),
    );
    // Nodes store accounts and transactions separately; and one look examines only some of what names an account.
    if (found === undefined) {
      await this.lookAgain(deposit, LOOK_PAUSE_MS);
      return false;
    }
    const { signature } = found.transaction;
    log.warn({ ...aboutOf(deposit), signature }, 'a transfer that no row knew is on the chain');
    const txSignature = signatureBytes(signature);
    return this.handOver(deposit, places, { signature: txSignature, bytes: null });
  }

  /** The bridge pays into an account that must exist. */
  private proxyAccount(deposit: Deposit, places: UserPlaces): Promise<PreparationState> {
    const { proxyUsdcAccount: account, proxyWallet: owner } = places;
    const mint = this.parts.usdc.main;
    return prepare(this.parts, tokenAccount({ chain: 'main', deposit, account, owner, mint }));
  }

  private async handOver(
    deposit: Deposit,
    places: UserPlaces,
    source: NewStoredTransaction | { readonly signature: Uint8Array; readonly bytes: null },
  ): Promise<boolean> {
    const { stores, now } = this.parts;
    const { depositId, user, attempt } = deposit;
    const transferId = depositTransferId(depositId, attempt);
    const { signature: txSignature } = source;
    const message: OutgoingFundingMessage = {
      messageId: `transfer:${transferId}:signed`,
      message: {
        kind: 'transfer_signed',
        transferId,
        direction: 'deposit',
        subjectId: depositId,
        user,
        amountMicroUsdc: deposit.amountMicroUsdc,
        recipientAccount: bytesOfAddress(places.proxyUsdcAccount),
        ...ALONE,
        sourceSignature: txSignature,
        sourceBytes: source.bytes,
        lastValidBlockHeight: source.bytes === null ? null : source.lastValidBlockHeight,
      },
    };
    const keep = source.bytes === null ? [] : [{ ...source, handedOver: true }];
    const result = await stores.deposits.advance({
      depositId,
      fact: { kind: 'transfer_signed', transferId, txSignature },
      nowMs: now(),
      effects: { keep, messages: [message], charges: [this.charge(deposit)] },
    });
    return result.kind === 'done';
  }

  /** Once per deposit: only one of the attempts can land, and this pays for its completion on main. */
  private charge({ user, depositId }: Deposit): NewGasCharge {
    const { microUsdc: amountMicroUsdc, items } = gasBill(PARTS_OF_BRIDGING, this.parts.tariff);
    const purpose = `deposit:${toHex(depositId)}:bridge`;
    return { user, purpose, amountMicroUsdc, items, depositId };
  }

  private async fail(deposit: Deposit, reason: FailureReason): Promise<boolean> {
    const { stores, now } = this.parts;
    const { depositId, attempt } = deposit;
    const retryAtMs = nextRetryAtMs('bridge', attempt, now());
    const fact = { kind: 'attempt_failed', stage: 'bridge', reason, attempt, retryAtMs } as const;
    return (await stores.deposits.advance({ depositId, fact, nowMs: now() })).kind === 'done';
  }

  private lookAgain({ depositId }: Deposit, afterMs: number): Promise<void> {
    const { stores, now } = this.parts;
    return stores.deposits.postpone(depositId, now() + afterMs);
  }
}

const aboutOf = ({ depositId, attempt }: Deposit) => ({ deposit_id: toHex(depositId), attempt });
