/**
 * Money of a builder's users: deposit addresses, withdrawals and recoveries. Outgoing money needs the scope `withdraw`
 * and counts against the key's daily outflow before anything is signed.
 */
import type { QuotedTerms, RecoverRequest, WithdrawalTerms } from '@bellwether/api';
import type {
  FundingAddress,
  FundingClient,
  FundingOperation,
  FundingAnswer,
  FundingRequest,
  RecoveryAnswer,
  WithdrawAnswer,
  WithdrawQuote,
} from '@bellwether/bus';
import { encodeRecover, withdrawalIdOf } from '@bellwether/canonical-message';
import { CodedError, type Code } from '@bellwether/errors';
import { withdrawBytes, type Network } from '@bellwether/exchange';
import { capResetsAtMs } from '@bellwether/funding';
import type { BuilderOutflow } from '@bellwether/persistence';
import type { Caller } from '../envelope/authenticator';
import type { DelegatedKeys, KeyOwner } from '../keys/delegated-keys';
import { requireMoreThanRead, requireScope } from '../keys/scopes';
import { available, type UserLinks } from '../keys/user-links';

/** Refusals that use the nonce: a withdrawal with that id will never exist. After any other answer it may exist. */
const FINAL_REFUSALS: readonly Code[] = [
  'GAS_DEBT_UNPAID',
  'FEE_ABOVE_MAX',
  'AMOUNT_BELOW_GAS',
  'INSUFFICIENT_BALANCE',
  'TOO_MANY_OPEN_WITHDRAWALS',
  'DAILY_WITHDRAWALS_USED',
  'CAPACITY_REACHED',
];

export interface BuilderFundingParts {
  readonly network: Network;
  readonly keys: DelegatedKeys;
  readonly links: UserLinks;
  /** `null`: an exchange without chains. */
  readonly apps: Pick<FundingClient, 'ask'> | null;
  readonly outflow: Pick<BuilderOutflow, 'take' | 'release'>;
  readonly now: () => number;
}

export class BuilderFunding {
  constructor(private readonly parts: BuilderFundingParts) {}

  /** Starts watching the address. Throws `SCOPE_MISSING` for a key that only reads, `NOT_YOUR_USER`, `FUNDING_NOT_CONFIGURED`, `FUNDING_UNAVAILABLE`. */
  async addresses(caller: Caller, user: Uint8Array, requestId: string): Promise<FundingAddress> {
    requireMoreThanRead(caller.scopes);
    await this.parts.links.ownerOf(user, caller.builderId);
    return this.ask('address', { user }, requestId);
  }

  /** What a withdrawal would cost. Throws `NOT_YOUR_USER`, `FUNDING_NOT_CONFIGURED`, `FUNDING_UNAVAILABLE`. */
  async quote(caller: Caller, terms: QuotedTerms, requestId: string): Promise<WithdrawQuote> {
    await this.parts.links.ownerOf(terms.user, caller.builderId);
    return this.ask('quote_withdraw', terms, requestId);
  }

  /**
   * Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, `OUTFLOW_CAP_EXCEEDED`, the engine's refusals, and `OUTCOME_UNKNOWN` if it
   * may have been accepted: repeating the same request gives the true answer, and counts once.
   */
  async withdraw(
    caller: Caller,
    terms: WithdrawalTerms,
    requestId: string,
  ): Promise<WithdrawAnswer> {
    const { network, keys } = this.parts;
    const owner = await this.admit(caller, terms.user);
    const withdrawalId = withdrawalIdOf({ network, user: terms.user, nonce: terms.nonce });
    await this.countOutflow(caller, withdrawalId, terms.amountMicroUsdc);
    const message = withdrawBytes({ ...terms, amount: terms.amountMicroUsdc }, network);
    const signature = keys.sign(owner, terms.user, message);
    try {
      const request = { ...terms, signature, builder: caller.keyId };
      return await this.ask('builder_withdraw', request, requestId);
    } catch (error) {
      if (error instanceof CodedError && FINAL_REFUSALS.includes(error.code)) {
        await this.giveBack(withdrawalId);
      }
      throw error;
    }
  }

  /**
   * Sends funds at the deposit address that belong to no pending deposit. They were never in a balance, so they are no
   * outflow. Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, the engine's refusals, `OUTCOME_UNKNOWN`.
   */
  async recover(caller: Caller, asked: RecoverRequest, requestId: string): Promise<RecoveryAnswer> {
    const { network, keys } = this.parts;
    const owner = await this.admit(caller, asked.user);
    const message = encodeRecover({ ...asked, network, mainAddress: asked.user });
    const signature = keys.sign(owner, asked.user, message);
    const request = { ...asked, signature, builder: caller.keyId };
    return this.ask('builder_recover', request, requestId);
  }

  private async admit(caller: Caller, user: Uint8Array): Promise<KeyOwner> {
    requireScope(caller.scopes, 'withdraw');
    const owner = await this.parts.links.ownerOf(user, caller.builderId);
    // Before anything is counted or signed.
    if (this.parts.apps === null) throw new CodedError('FUNDING_NOT_CONFIGURED');
    return owner;
  }

  private async countOutflow(
    { keyId, dailyOutflowMicroUsdc: capMicroUsdc }: Caller,
    withdrawalId: Uint8Array,
    amountMicroUsdc: number,
  ): Promise<void> {
    const nowMs = this.parts.now();
    const outflow = { withdrawalId, keyId, amountMicroUsdc, capMicroUsdc, nowMs };
    if (await available(this.parts.outflow.take(outflow))) return;
    throw new CodedError('OUTFLOW_CAP_EXCEEDED', {
      amount: amountMicroUsdc,
      daily_outflow_micro_usdc: capMicroUsdc,
      resets_at: capResetsAtMs(nowMs) / 1_000,
    });
  }

  /** If this cannot be written now, it still counts until the same request is sent again. */
  private async giveBack(withdrawalId: Uint8Array): Promise<void> {
    try {
      await this.parts.outflow.release(withdrawalId);
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'HISTORY_UNAVAILABLE') throw error;
    }
  }

  private async ask<O extends FundingOperation>(
    operation: O,
    request: FundingRequest<O>,
    requestId: string,
  ): Promise<FundingAnswer<O>> {
    if (this.parts.apps === null) throw new CodedError('FUNDING_NOT_CONFIGURED');
    return this.parts.apps.ask(operation, request, { requestId });
  }
}
