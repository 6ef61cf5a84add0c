/** Explains a record to its user: what happened, what is next and when, who holds the money, how to recover it. */
import type { Deposit, DepositReason } from './deposit';
import { chainOfSource } from './deposit';
import { MIN_DEPOSIT_MICRO_USDC } from './limits';
import { withdrawalStep } from './withdrawal';
import type { Withdrawal, WithdrawalFailure } from './withdrawal';

export interface Explanation {
  readonly whatHappened: string;
  readonly whatComesNext: string;
  readonly when: string;
  readonly fundsHeldBy: string;
  /**
   * Empty if there is nothing to recover: the money is on its way or has arrived. A queued deposit can be recovered
   * only after an operator rejects it, one that waits for `gas` at once.
   */
  readonly howToRecover: string;
}

const AT_ADDRESS = 'your deposit address, which the exchange holds the key of';
const LEAVING = 'your deposit address, and the bridge as soon as the transfer is final';
const RECOVER = 'POST /v1/deposit/recover with a recipient of yours sends it there';
const NOTHING = 'Nothing: this is its end.';
const ASK = 'Ask the operator.';
const NO_TIME = 'No time is set.';

const WHY: Readonly<Record<DepositReason, string>> = {
  below_minimum: 'It is below the minimum: 1 USDC, or 0.05 of the native token.',
  above_tx_cap: 'It is above the most that one deposit of your tier may bring.',
  unsupported_token:
    'This token is not exchanged for USDC. Wrapped native tokens never are, and come back unwrapped.',
  operator_rejected: 'The operator took it out of the queue.',
  recovered: 'You took it back.',
  other_account: 'It came to another account of the address than its deposits do.',
  other_chain: 'It came to the deposit address on the main chain, where nothing is taken from it.',
  daily_cap: 'Today has no room for it: for all users together, or for one user.',
  bridge_off: 'The operator has switched the bridge off.',
  operator_review:
    'It is larger than a whole day has room for, or than your tier may bring: an operator looks at it.',
  gas: 'It cannot pay what it costs, and the exchange lends no more to who has not paid yet.',
  no_route: 'No exchange for this token was found.',
  quote_out_of_bounds: 'The exchange was offered at more than 1 % of loss.',
  transaction_refused: 'The transaction offered for the exchange was not what was asked for.',
  failed_on_chain: 'The transaction failed on chain and moved nothing.',
  expired: 'The transaction did not land in time and cannot land any more.',
  less_arrived: 'The exchange brought less than it must.',
};

/** Explains a deposit in its present phase, with its reason. */
export function explainDeposit(deposit: Deposit): Explanation {
  const why = deposit.reason === null ? '' : WHY[deposit.reason];
  switch (deposit.phase) {
    case 'detected':
    case 'swapped':
      return underWay(deposit);
    case 'queued':
      return {
        whatHappened: `The deposit was seen and waits. ${why}`,
        whatComesNext:
          QUEUED_NEXT[deposit.reason as keyof typeof QUEUED_NEXT] ?? 'It is judged again.',
        when: atTime(deposit.retryAtMs),
        fundsHeldBy: AT_ADDRESS,
        howToRecover:
          deposit.reason === 'gas' ? RECOVER : `Ask the operator to reject it. Then ${RECOVER}.`,
      };
    case 'bridged':
      return {
        whatHappened: 'The USDC was sent over the bridge.',
        whatComesNext:
          deposit.step === 'crediting'
            ? 'The vault takes it in and your balance grows.'
            : 'Guardians attest the transfer, it is completed on the main chain, and credited.',
        when: 'Usually within two minutes; an attestation may take a day. It cannot be lost.',
        fundsHeldBy: deposit.step === 'crediting' ? 'your proxy wallet' : 'the bridge',
        howToRecover: '',
      };
    case 'credited':
      return {
        whatHappened: 'The deposit is in your balance.',
        whatComesNext: NOTHING,
        when: 'Done.',
        fundsHeldBy: 'the vault, for your balance',
        howToRecover: '',
      };
    case 'rejected': {
      const isAtAddress = deposit.chain === 'ext' || deposit.reason === 'other_chain';
      return {
        whatHappened: `The deposit was not taken. ${why}`,
        whatComesNext: NOTHING,
        when: 'Now.',
        fundsHeldBy: isAtAddress ? AT_ADDRESS : 'your proxy wallet',
        howToRecover: deposit.chain === 'ext' ? RECOVER : recoverOnMain(deposit),
      };
    }
    case 'failed':
      return failedText(deposit, why);
  }
}

/** The mint shows the chain. */
const recoverOnMain = ({ reason, sourceToken }: Deposit): string =>
  reason === 'other_chain' ? `${RECOVER}, on the main chain; its mint is ${sourceToken}` : ASK;

const QUEUED_NEXT = {
  daily_cap: 'It is taken up again when the daily cap resets.',
  bridge_off: 'It is taken up when the bridge is switched on.',
  operator_review: 'An operator releases it, or rejects it so that you can recover it.',
} as const;

function underWay(deposit: Deposit): Explanation {
  const { phase, step, source, retryAtMs } = deposit;
  const isMain = chainOfSource(source) === 'main';
  const isBridged = step === 'deciding' && retryAtMs !== null;
  return {
    whatHappened:
      phase === 'swapped' ? 'The token was exchanged for USDC.' : 'The deposit was seen.',
    whatComesNext: isBridged
      ? 'It came over the bridge, as withdrawals do: when it is certain that it is none, minimum and caps are checked.'
      : (UNDER_WAY_NEXT[step as keyof typeof UNDER_WAY_NEXT] ?? NOTHING),
    when: isBridged ? atTime(retryAtMs) : whenCredited(deposit, isMain),
    fundsHeldBy: isMain ? 'your proxy wallet' : step === 'sending' ? LEAVING : AT_ADDRESS,
    howToRecover: '',
  };
}

function whenCredited({ source, amountMicroUsdc }: Deposit, isMain: boolean): string {
  if (!isMain) return 'Usually one to five minutes in all.';
  const isSmall = source === 'main_usdc' && amountMicroUsdc < MIN_DEPOSIT_MICRO_USDC;
  return isSmall
    ? 'Usually within seconds; what is worth less than its transaction waits for more, a day at most.'
    : 'Usually within seconds.';
}

const UNDER_WAY_NEXT = {
  deciding: 'Minimum and caps are checked.',
  swapping: 'The token is exchanged for USDC, at most 1 % below the quote.',
  sweeping: 'It is paid for in USDC at the fixed rate of the test network.',
  bridging:
    'The USDC is sent over the bridge. For seconds it waits for others to share the cost with.',
  sending: 'The bridge transfer is signed and waits to be final.',
  crediting: 'The vault takes it in and your balance grows.',
} as const;

const failedText = (deposit: Deposit, why: string): Explanation => ({
  whatHappened: `An attempt failed. ${why}`,
  whatComesNext: deposit.retryable ? 'It is tried again by itself.' : NOTHING,
  when: deposit.retryable ? atTime(deposit.retryAtMs) : 'Now.',
  fundsHeldBy: deposit.chain === 'ext' ? AT_ADDRESS : 'your proxy wallet',
  howToRecover: deposit.retryable ? '' : deposit.chain === 'ext' ? RECOVER : ASK,
});

const WHY_UNPAID: Readonly<Record<WithdrawalFailure, string>> = {
  recipient_unusable: 'The recipient cannot take USDC.',
  refused_by_chain: 'The chain refuses the payment.',
  outflow_limit: 'It is above what may leave the vault in a day.',
  account_closed:
    "The recipient's token account was closed after the price was fixed. Withdraw again: the price has it in then.",
};

/** Explains a withdrawal in its present status. */
export function explainWithdrawal(withdrawal: Withdrawal): Explanation {
  const { status, failure } = withdrawal;
  const text = WITHDRAWAL_TEXT[status];
  const isRefunding = withdrawalStep(withdrawal) === 'refunding';
  return {
    ...text,
    whatHappened: failure === null ? text.whatHappened : `Not paid. ${WHY_UNPAID[failure]}`,
    whatComesNext: isRefunding ? 'The whole amount returns to your balance.' : text.whatComesNext,
  };
}

const WITHDRAWAL_TEXT: Readonly<Record<Withdrawal['status'], Explanation>> = {
  pending: {
    whatHappened: 'The withdrawal is accepted and its amount set aside.',
    whatComesNext: 'The vault pays it out on the main chain.',
    when: 'Usually within seconds.',
    fundsHeldBy: 'the vault, for this withdrawal',
    howToRecover: '',
  },
  debited: {
    whatHappened: 'The vault has paid the recipient.',
    whatComesNext: 'The books are closed on it.',
    when: 'At once.',
    fundsHeldBy: 'the recipient',
    howToRecover: '',
  },
  burned: {
    whatHappened: 'The vault has paid, and the USDC was burned on the main chain.',
    whatComesNext: 'Guardians attest it; then it is paid out on the external chain.',
    when: 'Usually within a minute; an attestation may take a day. It cannot be lost.',
    fundsHeldBy: 'the bridge',
    howToRecover: '',
  },
  attested: {
    whatHappened: 'The guardians have attested the transfer.',
    whatComesNext: 'It is paid out on the external chain.',
    when: "Usually within seconds. If the recipient's USDC account there is missing or frozen: once it can be paid.",
    fundsHeldBy: 'the bridge',
    howToRecover: 'Whoever has the `vaa` may complete it at the token bridge themselves.',
  },
  completed: {
    whatHappened: 'The recipient has the money.',
    whatComesNext: NOTHING,
    when: 'Done.',
    fundsHeldBy: 'the recipient',
    howToRecover: '',
  },
  failed: {
    whatHappened: 'The withdrawal could not be paid.',
    whatComesNext: 'Nothing: the whole amount is back in your balance.',
    when: 'Done.',
    fundsHeldBy: 'the vault, for your balance',
    howToRecover: '',
  },
};

/** Unix seconds, as in every record: formatting ISO 8601 without `Date` would take a page of arithmetic. */
const atTime = (timeMs: number | null): string =>
  timeMs === null ? NO_TIME : `Not before ${Math.ceil(timeMs / 1_000)} (Unix seconds).`;
