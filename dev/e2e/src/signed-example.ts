import { EXAMPLE } from '@bellwether/api';
import type { Attestation, FullOrder } from '../../independent-client/src/messages';
import type { LiveRequest } from './live-example';
import type { OrderBody, Wallet } from './wallet';

const DAY_SECONDS = 86_400;
const EXAMPLE_KEY = '6prrDry7bXSR3jdUVAsPgZSNPdK89phurjKR7CixyPM3';

/** The example with a signature of the live user over it, where the example has one. */
export async function signedExample(
  wallet: Wallet,
  operationId: string,
  body: LiveRequest['body'],
  /** Of the path. */
  caseId: number = EXAMPLE.caseId,
): Promise<LiveRequest['body']> {
  if (body === undefined || !('signature' in body)) return body;
  const { market_id, nonce, recipient_ext } = fieldsOf(body);
  switch (operationId) {
    case 'placeOrder':
      return 'self_trade' in body
        ? { ...body, ...(await wallet.fullOrder(fullOrderOf(body))) }
        : { ...body, ...(await wallet.order(orderOf(body))) };
    case 'cancelOrder':
      return wallet.cancel({ market_id, order_id: Number(body['order_id']) });
    case 'cancelAllOrders':
      return wallet.cancelAll({ market_id, nonce });
    case 'redeemPairs':
      return wallet.redeem({ market_id, size: Number(body['size']), nonce });
    case 'amendOrder':
      return wallet.amend({
        market_id,
        order_id: Number(body['order_id']),
        price: Number(body['price']),
        size: Number(body['size']),
        nonce,
      });
    case 'cancelAfter':
      return wallet.cancelAfter({ seconds: Number(body['seconds']), nonce });
    case 'challengeCase':
      return wallet.challenge({
        case_id: caseId,
        claim: 'no',
        reason: String(body['reason']),
        stake_micro_usdc: Number(body['stake_micro_usdc']),
        nonce,
      });
    case 'attest': {
      const { source: _, signature: _of, ...said } = body;
      return wallet.attestation(said as unknown as Omit<Attestation, 'source'>);
    }
    case 'openSession':
      return wallet.session(Math.floor(Date.now() / 1_000));
    case 'allowTradingKey': {
      const until = Math.floor(Date.now() / 1000) + DAY_SECONDS;
      return wallet.allowTradingKey({ trading_key: EXAMPLE_KEY, until, nonce: 1 });
    }
    case 'revokeTradingKey':
      return wallet.revokeTradingKey({ trading_key: EXAMPLE_KEY, nonce: 2 });
    case 'withdraw':
      return wallet.withdraw({ recipient_ext, amount: Number(body['amount']), nonce });
    case 'recoverDeposit':
      return wallet.recover({ recipient_ext, mint: String(body['mint']), nonce });
    default:
      return body;
  }
}

const fieldsOf = (body: Readonly<Record<string, unknown>>) => ({
  market_id: String(body['market_id']),
  recipient_ext: String(body['recipient_ext']),
  nonce: Number(body['nonce']),
});

/** The example gives all of its terms. */
const fullOrderOf = ({ signature: _signature, ...body }: Readonly<Record<string, unknown>>) =>
  ({ ...body, ...orderOf(body), fee_bps: Number(body['fee_bps'] ?? 0) }) as unknown as FullOrder;

const orderOf = (body: Readonly<Record<string, unknown>>): OrderBody => ({
  market_id: String(body['market_id']),
  side: body['side'] === 'sell' ? 'sell' : 'buy',
  outcome: body['outcome'] === 'no' ? 'no' : 'yes',
  price: Number(body['price']),
  size: Number(body['size']),
  order_type: 'gtc',
  nonce: Number(body['nonce']),
});
