import type { AccountSessions } from './account-sessions';
import type { RequestKind } from './answers';
import type { Network } from './generated/interface';
import type { ConnectionOptions } from './http/http-sender';
import type { MessageSigner } from './key-pair';
import type { OrderSocket } from './stream/order-socket';
import type { NonceSource } from './submission/nonce-source';
import type { BeforeSend } from './submission/prepared-request';

export interface TraderOptions extends Omit<ConnectionOptions, 'url'> {
  readonly gatewayUrl: string;
  readonly key: MessageSigner;
  /** The account that `key` trades for, where it is a trading key. Default: the key's own. */
  readonly account?: string;
  /** Withdrawals and recoveries are signed for one network. It is configured, because a server could lie about it. */
  readonly network: Network;
  /** Share one among all traders of a user in a process. Default: one that queries the gateway. */
  readonly nonces?: NonceSource;
  /** Stores a request before it is sent, so that it can be sent again after a crash. */
  readonly beforeSend?: BeforeSend;
  /** Concurrent orders; more than 1 is faster over long lines. */
  readonly inFlight?: number;
  /** Orders, cancels and redemptions go over this socket in place of HTTP. Who made it closes it. */
  readonly socket?: OrderSocket;
  /** The key is a wallet's, which signs texts alone: withdrawals and recoveries are sent as texts. Default: as bytes. */
  readonly signsTexts?: boolean;
  /** Opens sessions of the account. Default: `key` does. */
  readonly sessions?: AccountSessions;
}

/** Where each kind of request goes. */
export const TRADER_PATHS: Readonly<Record<RequestKind, string>> = {
  order: '/v1/orders',
  cancel_all: '/v1/orders/cancel-all',
  withdraw: '/v1/withdraw',
  recover: '/v1/deposit/recover',
  redeem: '/v1/positions/redeem',
  cancel_after: '/v1/orders/cancel-after',
  amend: '/v1/orders/amend',
  challenge: '/v1/cases/{case_id}/challenge',
};
