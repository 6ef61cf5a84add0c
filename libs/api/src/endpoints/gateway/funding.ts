import { depositStatusAnswer } from '../../answer/deposit';
import { bridgeAddressAnswer, proxyAnswer } from '../../answer/funding-address';
import { faucetAnswer, recoveryAnswer } from '../../answer/funding';
import { gasPriceAnswer } from '../../answer/gas-price';
import {
  acceptedWithdrawalAnswer,
  withdrawalAnswer,
  withdrawalQuoteAnswer,
  withdrawalsAnswer,
} from '../../answer/withdrawal';
import {
  FUNDING_CHANGE,
  FUNDING_READ,
  FUNDING_RECORD,
  OWNER_SIGNED,
  QUOTING,
  RECOVERING,
  WITHDRAWING,
} from '../../endpoint-codes';
import { publicKey } from '../../request/fields';
import {
  faucetRequest,
  signedRecoverRequest,
  signedWithdrawRequest,
  withdrawQuoteRequest,
  withdrawalIdParameter,
  withdrawalsQuery,
} from '../../request/funding';
import { endpoints, owner } from '../endpoint';

export const funding = endpoints(
  { tag: 'Deposits and withdrawals', caller: null },
  {
    getDepositAddress: {
      route: 'GET /v1/deposit/bridge-address/:user_pubkey',
      parameters: { user_pubkey: publicKey },
      summary: "Read a user's deposit address",
      description: 'It is watched from then on, and never changes.',
      answer: bridgeAddressAnswer,
      codes: [...FUNDING_CHANGE, 'ENGINE_UNAVAILABLE'],
      wraps: true,
      weight: 2,
      callLimit: 'deposit_addresses',
    },
    getDepositStatus: {
      route: 'GET /v1/deposit/status/:user_pubkey',
      parameters: { user_pubkey: publicKey },
      caller: owner('user_pubkey'),
      summary: "Read what became of a user's deposits",
      answer: depositStatusAnswer,
      codes: FUNDING_RECORD,
    },
    recoverDeposit: {
      route: 'POST /v1/deposit/recover',
      effect: 'exactly-once',
      body: signedRecoverRequest,
      summary: 'Get back what lies at a deposit address',
      description:
        'One token, all of it that belongs to no deposit under way. Signed by the user: the canonical message, or a `text` in place of all fields.',
      answer: recoveryAnswer,
      codes: [...RECOVERING, ...OWNER_SIGNED],
      wraps: true,
      weight: 2,
      callLimit: 'chain_calls',
    },
    withdraw: {
      route: 'POST /v1/withdraw',
      body: signedWithdrawRequest,
      summary: 'Withdraw',
      description:
        'Signed by the user: the canonical message, or a `text` in place of all fields. A trading key cannot sign it. Accepted is as good as paid: the amount is set aside, and sent whatever happens meanwhile.',
      answer: acceptedWithdrawalAnswer,
      status: 202,
      repeats: true,
      codes: [...WITHDRAWING, ...OWNER_SIGNED],
      wraps: true,
      weight: 2,
      callLimit: 'chain_calls',
    },
    quoteWithdrawal: {
      route: 'POST /v1/withdraw/quote',
      effect: 'read',
      body: withdrawQuoteRequest,
      summary: 'Ask what a withdrawal costs',
      description:
        'Nothing is signed, and nothing is done. The price is fixed when the withdrawal is accepted: whether the ' +
        "recipient's token account has to be made is looked up then.",
      answer: withdrawalQuoteAnswer,
      codes: QUOTING,
      wraps: true,
      weight: 2,
      lane: 'reads',
      // Nodes are asked about the recipient before any signature is verified.
      callLimit: 'chain_calls',
    },
    getWithdrawal: {
      route: 'GET /v1/withdraw/:withdrawal_id',
      parameters: { withdrawal_id: withdrawalIdParameter },
      summary: 'Read a withdrawal',
      answer: withdrawalAnswer,
      codes: [
        ...FUNDING_RECORD,
        'ENGINE_UNAVAILABLE',
        'FUNDING_UNAVAILABLE',
        'WITHDRAWAL_NOT_FOUND',
      ],
      wraps: true,
      weight: 2,
    },
    listWithdrawals: {
      route: 'GET /v1/withdrawals/:public_key',
      parameters: { public_key: publicKey },
      query: withdrawalsQuery,
      summary: "List a user's withdrawals",
      description: 'Newest first.',
      answer: withdrawalsAnswer,
      codes: FUNDING_RECORD,
    },
    getProxyWallet: {
      route: 'GET /v1/proxy/:user',
      parameters: { user: publicKey },
      summary: "Read a user's proxy wallet",
      description: 'It is watched from then on, and never changes.',
      answer: proxyAnswer,
      codes: FUNDING_READ,
      wraps: true,
      // Its answer also contains an address to send to, which is watched from then on.
      callLimit: 'deposit_addresses',
    },
    getGasPrice: {
      route: 'GET /v1/gas/price',
      summary: 'Read what chain transactions cost',
      answer: gasPriceAnswer,
      codes: FUNDING_READ,
      wraps: true,
    },
    askFaucet: {
      route: 'POST /v1/faucet',
      body: faucetRequest,
      summary: 'Ask for test money on a chain',
      description: 'On the test network alone; elsewhere there is no such path.',
      answer: faucetAnswer,
      codes: [...FUNDING_CHANGE, 'NOT_FOUND', 'TEST_NETWORK_ONLY', 'ENGINE_UNAVAILABLE'],
      wraps: true,
      callLimit: 'faucet',
    },
  },
);
