import { depositAddressAnswer } from '../../answer/funding-address';
import { recoveryAnswer } from '../../answer/funding';
import { acceptedWithdrawalAnswer, withdrawalQuoteAnswer } from '../../answer/withdrawal';
import {
  BUILDER_SENT,
  FUNDING_CHANGE,
  QUOTING,
  RECOVERING,
  WITHDRAWING,
} from '../../endpoint-codes';
import {
  builderWithdrawQuoteRequest,
  depositAddressRequest,
  recoverRequest,
  withdrawRequest,
} from '../../request/funding';
import { endpoints } from '../endpoint';

export const builderFunding = endpoints(
  { tag: 'Deposits and withdrawals', caller: { credential: 'envelope' } },
  {
    getDepositAddress: {
      route: 'POST /v1/deposit/address',
      effect: 'read',
      body: depositAddressRequest,
      caller: { credential: 'api_key' },
      summary: "Read a user's deposit address",
      description:
        'On the chain to deposit from the deposit address, on the main chain the proxy wallet. Both are watched from then on.',
      answer: depositAddressAnswer,
      codes: [...FUNDING_CHANGE, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
      // Nodes are asked, and only the API key is presented.
      callLimit: 'deposit_addresses',
    },
    recoverDeposit: {
      route: 'POST /v1/deposit/recover',
      effect: 'exactly-once',
      body: recoverRequest,
      summary: 'Get back what lies at a deposit address',
      description:
        'One token, all of it that belongs to no deposit under way. Needs the scope `withdraw`.',
      answer: recoveryAnswer,
      codes: [...RECOVERING, ...BUILDER_SENT, 'SIGNER_UNAVAILABLE'],
      wraps: true,
    },
    withdraw: {
      route: 'POST /v1/withdraw',
      body: withdrawRequest,
      summary: 'Withdraw',
      description:
        'Needs the scope `withdraw`, and stays within what may leave through the key on a day. Accepted is as good as paid.',
      answer: acceptedWithdrawalAnswer,
      status: 202,
      repeats: true,
      codes: [...WITHDRAWING, ...BUILDER_SENT, 'OUTFLOW_CAP_EXCEEDED', 'SIGNER_UNAVAILABLE'],
      wraps: true,
    },
    quoteWithdrawal: {
      route: 'POST /v1/withdraw/quote',
      effect: 'read',
      body: builderWithdrawQuoteRequest,
      caller: { credential: 'api_key' },
      summary: 'Ask what a withdrawal costs',
      description:
        'Nothing is signed, and nothing is done. The price is fixed when the withdrawal is accepted: whether the ' +
        "recipient's token account has to be made is looked up then.",
      answer: withdrawalQuoteAnswer,
      codes: [...QUOTING, 'NOT_YOUR_USER', 'SIGNER_UNAVAILABLE'],
      wraps: true,
      callLimit: 'deposit_addresses',
    },
  },
);
