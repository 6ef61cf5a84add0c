/**
 * Signs and sends, exactly once: stored before it is sent, removed when it is answered. All tabs of this browser take
 * turns for a user, because each request needs a number above the last one, and because unanswered requests go first.
 */
import { OutcomeUnknownError, Trader } from '@bellwether/client';
import type { AnswerOfKind, PreparedRequest, Receipt } from '@bellwether/client';
import { GATEWAY_URL } from '../../exchange/connection';
import { networkOfExchange } from '../../exchange/settings';
import { keyChanged } from '../account';
import type { OwnerKey } from '../key/allow';
import { changeKey } from '../key/stored-key';
import type { StoredKey } from '../key/stored-key';
import { isEndedKey, settleAllowance } from '../key/trading-keys';
import { drop, keep, storedOf } from './unanswered';

type Kind = keyof AnswerOfKind;

export type Sent<K extends Kind> =
  | { readonly state: 'answered'; readonly receipt: Receipt<AnswerOfKind[K]> }
  /** It may have been done: the same bytes are to be sent again, and nothing else. */
  | { readonly state: 'unknown'; readonly request: PreparedRequest<K> };

/** A person waits: after this long they see it, and may try again. */
const TIMEOUT = { deadlineMs: 10_000 };

/**
 * @param act sends one request by a method of the trader that uses a nonce
 * @param owner signs in the place of the trading key: what moves money
 */
export async function submit<K extends Kind>(
  key: StoredKey,
  act: (trader: Trader) => Promise<Receipt<AnswerOfKind[K]>>,
  owner?: OwnerKey,
): Promise<Sent<K>> {
  return inTurn(key.account, async () => {
    const earlier = await settle(key);
    if (earlier !== null) return { state: 'unknown', request: earlier as PreparedRequest<K> };
    if (owner === undefined && (await settleAllowance(key.account))) await keyChanged();
    const prepared: PreparedRequest[] = [];
    const beforeSend = async (request: PreparedRequest) => {
      await keep(request);
      prepared.push(request);
    };
    try {
      const receipt = await act(await traderOf(key, { beforeSend, owner }));
      await Promise.all(prepared.map(drop));
      return { state: 'answered', receipt };
    } catch (error) {
      // Of several numbers only the last can be in doubt: the others were refused with certainty.
      const inDoubt = error instanceof OutcomeUnknownError ? prepared.pop() : undefined;
      await Promise.all(prepared.map(drop));
      if (isEndedKey(error)) await noteEnd(key);
      if (inDoubt === undefined) throw error;
      return { state: 'unknown', request: inDoubt as PreparedRequest<K> };
    }
  });
}

/** Sends a stored request again. @throws BellwetherError if the answer is a refusal: it was not done, and is removed */
export async function askAgain<K extends Kind>(
  key: StoredKey,
  request: PreparedRequest<K>,
): Promise<Sent<K>> {
  return inTurn(key.account, () => resend(key, request));
}

/** A cancel names its order, so it needs no number and no turn. */
export async function cancelOrder(
  key: StoredKey,
  order: { readonly market_id: string; readonly order_id: number },
) {
  try {
    return await (await traderOf(key)).cancelOrder(order);
  } catch (error) {
    if (isEndedKey(error)) await noteEnd(key);
    throw error;
  }
}

/** It was revoked elsewhere, or has expired: the page shows it, also after a reload. */
async function noteEnd({ publicKey }: StoredKey): Promise<void> {
  if (await changeKey(publicKey, { hasEnded: true })) await keyChanged();
}

async function resend<K extends Kind>(
  key: StoredKey,
  request: PreparedRequest<K>,
): Promise<Sent<K>> {
  try {
    const receipt = await (await traderOf(key)).send(request);
    await drop(request);
    return { state: 'answered', receipt };
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) {
      await drop(request);
      throw error;
    }
    return { state: 'unknown', request };
  }
}

/** Asks for the answers that are missing. @returns the request that still has none */
async function settle(key: StoredKey): Promise<PreparedRequest | null> {
  for (const { request } of await storedOf(key.account)) {
    const sent = await resend(key, request).catch(() => null);
    if (sent?.state === 'unknown') return request;
  }
  return null;
}

const inTurn = <T>(user: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`bellwether ${user}`, work) as Promise<T>;

/** A new one each time: it reads the last number that any device has used. */
async function traderOf(
  key: StoredKey,
  {
    beforeSend,
    owner,
  }: {
    readonly beforeSend?: (request: PreparedRequest) => Promise<void>;
    readonly owner?: OwnerKey | undefined;
  } = {},
): Promise<Trader> {
  return new Trader({
    gatewayUrl: GATEWAY_URL,
    network: await networkOfExchange(),
    retry: TIMEOUT,
    // An owner signs a text, in a wallet or not: one form, and it is readable.
    ...(owner === undefined ? { key, account: key.account } : { key: owner, signsTexts: true }),
    ...(beforeSend === undefined ? {} : { beforeSend }),
  });
}
