import { IndependentUser } from '../../independent-client/src/independent-user';
import type { OrderBody, TextForm } from '../../independent-client/src/independent-user';
import type {
  Attestation,
  Challenge,
  Amend,
  CancelAfter,
  FullOrder,
  Recovery,
  Redemption,
  Withdrawal,
} from '../../independent-client/src/messages';

import type { AccountSession } from '@bellwether/client';
import { z } from 'zod';
import { answered, http } from './http';
import { knowWallet } from './known-owners';

export type { OrderBody, TextForm };
export type WithdrawalBody = Withdrawal;

/**
 * A user with a key of their own, whose messages are made by the second client: another implementation than the servers'
 * and the SDK's in every part. Its bodies may be changed before they are sent, as tests of bad input do.
 */
export class Wallet {
  readonly publicKey: string;
  private readonly user = new IndependentUser();

  private constructor() {
    this.publicKey = this.user.publicKey;
    knowWallet(this.publicKey, (_, gatewayUrl) => this.openSession(gatewayUrl));
  }

  static async create(): Promise<Wallet> {
    return new Wallet();
  }

  async session(timestamp: number) {
    return this.user.session(timestamp);
  }

  private async openSession(gatewayUrl: string): Promise<AccountSession> {
    const { body: clock } = await answered(() => http(`${gatewayUrl}/v1/time`));
    const { time } = z.object({ time: z.int() }).parse(clock);
    const text = JSON.stringify(this.user.session(time));
    const opened = await answered(() => http(`${gatewayUrl}/v1/session`, { method: 'POST', text }));
    return opened.body as AccountSession;
  }

  async order(order: OrderBody) {
    return this.user.order(order);
  }

  async cancel(order: { readonly market_id: string; readonly order_id: number }) {
    return this.user.cancel(order);
  }

  async cancelAll(request: { readonly market_id?: string; readonly nonce: number }) {
    return this.user.cancelAll(request);
  }

  async fullOrder(order: FullOrder) {
    return this.user.fullOrder(order);
  }

  async amend(amend: Amend) {
    return this.user.amend(amend);
  }

  async cancelAfter(switched: CancelAfter) {
    return this.user.cancelAfter(switched);
  }

  async challenge(challenge: Challenge) {
    return this.user.challenge(challenge);
  }

  async attestation(said: Omit<Attestation, 'source'>) {
    return this.user.attestation(said);
  }

  async redeem(redemption: Redemption) {
    return this.user.redeem(redemption);
  }

  async withdraw(withdrawal: Withdrawal) {
    return this.user.withdraw(withdrawal);
  }

  async allowTradingKey(allowed: {
    readonly trading_key: string;
    readonly until: number;
    readonly nonce: number;
  }) {
    return this.user.allowTradingKey(allowed);
  }

  async revokeTradingKey(revoked: { readonly trading_key: string; readonly nonce: number }) {
    return this.user.revokeTradingKey(revoked);
  }

  async withdrawByText(withdrawal: Withdrawal, form: TextForm) {
    return this.user.withdrawByText(withdrawal, form);
  }

  async recoverByText(recovery: Recovery, form: TextForm) {
    return this.user.recoverByText(recovery, form);
  }

  async recover(recovery: Recovery) {
    return this.user.recover(recovery);
  }
}
