import { bytesOfAddress } from '@bellwether/chain';
import type { KeptTransaction } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { PARTS_OF_BRIDGING, depositTransferId, gasBill, nextRetryAtMs } from '@bellwether/funding';
import type { Deposit, FailureReason, OutgoingFundingMessage } from '@bellwether/funding';
import type { NewGasCharge } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../../parts';
import { rowOfKept } from '../../transactions/kept-row';
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
import { sourceTransfer, wasSent } from './source-transfer';

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
 * Signs the bridge transfer of accepted deposits and hands it to the relayer: record, bytes, charge and message in one
 * transaction. The listener itself never sends it.
 */
export class BridgeDeposits implements Worker {
  readonly name = 'bridge-deposits';
  readonly pauseMs = WORK_PAUSE_MS;

  constructor(private readonly parts: Parts) {}

  /** @returns how many progressed */
  async round(): Promise<number> {
    const { stores, now } = this.parts;
    const claim = { limit: STEPS_AT_ONCE, nowMs: now(), leaseMs: STEP_LEASE_MS };
    const sources = ['ext_usdc', 'ext_token', 'ext_native'] as const;
    return workOn(await stores.deposits.claimDue(claim, { sources, steps: ['bridging'] }), {
      step: (deposit) => this.step(deposit),
      later: (deposit) => this.lookAgain(deposit, AWAY_PAUSE_MS),
    });
  }

  private async step(deposit: Deposit): Promise<boolean> {
    const { chains, addresses, alarms, log } = this.parts;
    const places = await addresses.of(deposit.user);
    const made = await this.proxyAccount(deposit, places);
    if (made.state === 'failed') return this.fail(deposit, made.reason);
    if (made.state === 'under_way') {
      await this.lookAgain(deposit, LOOK_PAUSE_MS);
      return false;
    }
    // A transfer was reported as expired, but the chain may know better: then nothing more is signed.
    if (deposit.attempt > 1 && (await wasSent(this.parts, deposit))) {
      const why =
        'its message is on the chain, though every transfer of it was said to have expired';
      alarms.raise('record_contradiction', { ...aboutOf(deposit), why });
      await this.lookAgain(deposit, CONTRADICTION_PAUSE_MS);
      return false;
    }
    const kept = await sourceTransfer(this.parts, deposit, places);
    const { error } = await chains.ext.simulate(kept);
    if (error !== null) {
      log.warn({ ...aboutOf(deposit), error }, 'the transfer would fail');
      return this.fail(deposit, 'transaction_refused');
    }
    return this.handOver(deposit, places, kept);
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
    kept: KeptTransaction,
  ): Promise<boolean> {
    const { stores, now } = this.parts;
    const { depositId, user, attempt } = deposit;
    const transferId = depositTransferId(depositId, attempt);
    const about = { purpose: bridgePurpose(deposit), chain: 'ext', user } as const;
    const row = { ...rowOfKept(kept, about), handedOver: true };
    const { signature: txSignature, bytes: sourceBytes, lastValidBlockHeight } = row;
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
        sourceSignature: txSignature,
        sourceBytes,
        lastValidBlockHeight,
      },
    };
    const result = await stores.deposits.advance({
      depositId,
      fact: { kind: 'transfer_signed', transferId, txSignature },
      nowMs: now(),
      effects: { keep: [row], messages: [message], charges: [this.charge(deposit)] },
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
