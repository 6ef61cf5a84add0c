/**
 * `signing`: no transaction is under way, so everything that must not happen twice is checked here, before one is
 * signed: whether the vault has paid already, the engine holds the money, the vault can pay, and the recipient can be
 * paid.
 */
import { readProxy, signatureBytes } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { WithdrawalView } from '@bellwether/exchange';
import {
  SHARED_ACCOUNT_MAX_WAIT_MS,
  companyLeavesMs,
  costMicroUsdc,
  netAmountOf,
  payoutAccountOf,
  tokenAccountRent,
} from '@bellwether/funding';
import type { Withdrawal, WithdrawalFact } from '@bellwether/funding';
import { madeWallet, payeeNow } from '@bellwether/funding-runtime';
import type { StepEffects } from '@bellwether/persistence';
import { passedBy, paymentState } from '@bellwether/vault-program';
import { ACCOUNT_WAIT_MS, MAX_REFUSED_ATTEMPTS, WINDOW_WAIT_MS } from '../limits';
import type { WorkerParts } from '../parts';
import { depositAddressOf } from '../requests/deposit-address';
import { termNotAccepted } from './accepted-terms';
import { adoptDebit } from './adopt-debit';
import { refusalOf } from './chain-refusal';
import { contradicted, lookOf } from './look';
import type { Look } from './look';
import { debitPlaceIn, payoutPurpose, signPayout } from './payout-transaction';
import type { SignedPayout } from './payout-transaction';
import { payeeOf } from './recipient';
import { tableFor } from './sign-company';
import { vaultRoomFor } from './vault-room';

/** It may be signed now, in company or alone. */
export interface ReadyForCompany {
  readonly ready: SignedPayout;
}

export async function signNext(
  withdrawal: Withdrawal,
  parts: WorkerParts,
): Promise<Look | ReadyForCompany> {
  const { withdrawalId, user, paymentSeq } = withdrawal;
  const proxy = await readProxy(parts.chains.main, parts.vault, user);
  const isUnpaid = proxy === null || paymentState(proxy, BigInt(paymentSeq)) === 'unpaid';
  if (!isUnpaid) return adoptDebit(withdrawal, parts);
  const isShared = proxy !== null && mayShare(withdrawal, parts);
  const waitMs = isShared ? untilCompanyLeaves(withdrawal, parts) : 0;
  if (waitMs > 0) {
    await tableFor(parts);
    return { waitMs };
  }
  // A payout is signed only while the engine holds its money: a record may come from a backup.
  const { view } = await parts.engine.query('withdrawal', { withdrawalId });
  // The engine has refunded the user: the record is older than its books.
  if (view?.status === 'refunded') return unpayable('refused_by_chain');
  if (view?.status !== 'open') {
    return unlikeTheEngine(`the engine has it as ${view?.status ?? 'unknown'}`);
  }
  const otherTerm = await termOfAnother(withdrawal, view, parts);
  if (otherTerm !== null) {
    return unlikeTheEngine(`the engine accepted another ${otherTerm}`);
  }
  if (await isRefusedForGood(withdrawal, parts)) return unpayable('refused_by_chain');
  // Paying it would move the window beyond one that is still to be paid.
  if (wouldPassOne(view)) return { waitMs: WINDOW_WAIT_MS };
  const payee = await payeeNow(payeeOf(withdrawal, parts), parts);
  if (payee.kind === 'not_a_wallet') return unpayable('recipient_unusable');
  const room = await vaultRoomFor(BigInt(netAmountOf(withdrawal)), parts);
  if (room === 'never') return unpayable('outflow_limit');
  if (room !== 'now') return room;
  const account = await accountOf(withdrawal, payee.account === 'there', parts);
  if (account === 'nobody_pays') return unpayable('account_closed');
  if (account === 'soon') return { waitMs: ACCOUNT_WAIT_MS };
  if (proxy === null && isMadeByOlder(withdrawal, view, parts)) return { waitMs: ACCOUNT_WAIT_MS };
  const asked = { withdrawal, makesAccount: account === 'made', makesProxy: proxy === null };
  return isShared ? { ready: asked } : signAlone(asked, parts);

  function unlikeTheEngine(why: string): Look {
    return contradicted({ withdrawalId: toHex(withdrawalId), why }, parts);
  }

  function unpayable(failure: Extract<WithdrawalFact, { kind: 'unpayable' }>['failure']) {
    return noted(withdrawal, { kind: 'unpayable', failure }, parts);
  }
}

/**
 * Once: if that comes to nothing, it goes alone. The parts of its fee say what sharing saves. What comes to a deposit
 * address must be known as a payout by the number of its message, which a shared one has with others.
 */
const mayShare = (
  { chain, attempt, gasItems, recipientKind }: Withdrawal,
  { shareWaitMs }: WorkerParts,
): boolean =>
  shareWaitMs > 0 &&
  chain === 'ext' &&
  recipientKind !== 'default' &&
  attempt === 0 &&
  gasItems !== null;

const untilCompanyLeaves = ({ createdMs }: Withdrawal, { now, shareWaitMs }: WorkerParts): number =>
  companyLeavesMs(createdMs, shareWaitMs) - now();

const wouldPassOne = ({ paymentSeq, lowestOpenSeq }: WithdrawalView): boolean =>
  lowestOpenSeq !== null && lowestOpenSeq <= passedBy(paymentSeq);

/** Of those under way one makes the proxy wallet; the others wait as for a recipient's account. */
const isMadeByOlder = (
  { createdMs }: Withdrawal,
  { paymentSeq, lowestOpenSeq }: WithdrawalView,
  { now }: WorkerParts,
): boolean => lowestOpenSeq !== paymentSeq && now() - createdMs < SHARED_ACCOUNT_MAX_WAIT_MS;

async function termOfAnother(withdrawal: Withdrawal, accepted: WithdrawalView, parts: WorkerParts) {
  const { user, recipient } = accepted;
  const requestId = `withdrawal at ${accepted.seq}`;
  const depositAddress = recipient === null ? await depositAddressOf(user, requestId, parts) : null;
  return termNotAccepted(withdrawal, accepted, depositAddress);
}

/**
 * Whether the transaction creates the recipient's token account if it is missing: only if the user's fee pays for it, or
 * it costs nothing. Otherwise it was closed after the price was fixed, and nobody else pays for that.
 */
async function accountOf(
  withdrawal: Withdrawal,
  isThere: boolean,
  { stores, tariff, now }: WorkerParts,
): Promise<'made' | 'not_made' | 'soon' | 'nobody_pays'> {
  const { chain, gasItems, createdMs } = withdrawal;
  const account = payoutAccountOf({ isThere, gasItems });
  if (account !== 'uncovered') return account === 'paid_for' ? 'made' : 'not_made';
  if (costMicroUsdc([tokenAccountRent(chain)], tariff) === 0) return 'made';
  // Another withdrawal makes it. To ext it is needed only at the completion, which looks again.
  const mayWait = now() - createdMs < SHARED_ACCOUNT_MAX_WAIT_MS;
  if (mayWait && (await stores.withdrawals.isAccountPaidFor(withdrawal))) {
    return chain === 'ext' ? 'not_made' : 'soon';
  }
  return 'nobody_pays';
}

/** The bytes are stored. The first broadcast is the next look's. */
export async function signAlone(asked: SignedPayout, parts: WorkerParts): Promise<Look> {
  const { withdrawal } = asked;
  const payout = await signPayout(asked, parts);
  const { signature, wireBytes, lastValidBlockHeight } = payout;
  const txSignature = signatureBytes(signature);
  const kept = {
    purpose: payoutPurpose(withdrawal, withdrawal.attempt + 1),
    chain: 'main',
    signature: txSignature,
    bytes: wireBytes,
    lastValidBlockHeight,
    user: withdrawal.user,
    makes: asked.makesProxy
      ? await madeWallet(withdrawal.user, { main: parts.chains.main, vault: parts.vault })
      : undefined,
  } as const;
  return noted(withdrawal, { kind: 'signed', txSignature }, parts, {
    keep: [kept],
  });
}

/** The last attempts all reached the chain and failed there, each for a lasting reason. */
async function isRefusedForGood(
  { attempt, ...withdrawal }: Withdrawal,
  { stores, vault }: WorkerParts,
): Promise<boolean> {
  if (attempt < MAX_REFUSED_ATTEMPTS) return false;
  for (let back = 0; back < MAX_REFUSED_ATTEMPTS; back++) {
    const purpose = payoutPurpose({ attempt, ...withdrawal }, attempt - back);
    const row = await stores.transactions.byPurpose(purpose);
    const isRefused =
      row !== null &&
      row.state === 'failed' &&
      refusalOf(row.error ?? '', debitPlaceIn(row.bytes, vault)) === 'stays';
    if (!isRefused) return false;
  }
  return true;
}

async function noted(
  { withdrawalId }: Withdrawal,
  fact: WithdrawalFact,
  parts: WorkerParts,
  effects: StepEffects = {},
): Promise<Look> {
  const change = { withdrawalId, fact, nowMs: parts.now(), effects };
  return lookOf(await parts.stores.withdrawals.advance(change), parts);
}
