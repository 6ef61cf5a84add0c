import { addressOf } from '@bellwether/chain';
import type { Address, CutOffLog, SweptAccount, VaultEvents } from '@bellwether/chain';
import type { SeenCredit } from '@bellwether/funding';

/** A credit of the vault, its position, and what its transaction shows of it. */
export interface CreditSeen extends SeenCredit {
  readonly user: Uint8Array;
  readonly proxy: Address;
  readonly signature: string;
  readonly slot: number;
  readonly txIndex: number;
  /**
   * The index of the swept account in the transaction's list, if it is not the wallet's associated account; else null.
   */
  readonly sideAccount: number | null;
  /** Credits of the same account before it in its transaction. */
  readonly creditsBefore: number;
}

export interface ProxyUsers {
  /** Of watched users; asks no chain. */
  readonly watchedUserOf: (proxy: Address) => Promise<Uint8Array | undefined>;
  /** @throws Fault (retry) if the chain does not answer */
  readonly userOf: (proxy: Address) => Promise<Uint8Array>;
  /** The associated token account: the only one for which credits are requested from the vault. */
  readonly usdcAccountOf: (proxy: Address) => Promise<Address>;
}

/**
 * The vault's credits in the chain's order, of any user and any sender. They are read from the log; if that was cut off
 * or omitted, from the instructions; if inner instructions are missing too, from the balances.
 */
export async function creditsSeenIn(logged: VaultEvents, users: ProxyUsers): Promise<CreditSeen[]> {
  const seen = await loggedCredits(logged, users);
  for (const cutOff of logged.cutOff) seen.push(...(await cutOffCredits(cutOff, users)));
  // Credits of one transaction are all of one kind, so a stable sort keeps their order.
  return counted(seen.sort((one, other) => one.slot - other.slot || one.txIndex - other.txIndex));
}

/** The number of credits before it is not known yet. */
type Uncounted = Omit<CreditSeen, 'creditsBefore'>;

async function loggedCredits({ events }: VaultEvents, users: ProxyUsers): Promise<Uncounted[]> {
  const seen: Uncounted[] = [];
  for (const { event, signature, slot, transactionIndex: txIndex, swept } of events) {
    if (event.kind !== 'Credit') continue;
    const { user, amount: amountMicroUsdc } = event;
    const [proxy, creditSeq] = [addressOf(event.proxy), Number(event.creditSeq)];
    const sideAccount = await sideAccountOf(proxy, swept, users);
    const place = { user, proxy, signature, slot, txIndex, sideAccount };
    seen.push({ ...place, creditSeq, amountMicroUsdc, atLeastMicroUsdc: 0n });
  }
  return seen;
}

async function cutOffCredits(
  { signature, slot, transactionIndex: txIndex, credits, takenFrom }: CutOffLog,
  users: ProxyUsers,
): Promise<Uncounted[]> {
  const place = { signature, slot, txIndex, creditSeq: null };
  const seen: Uncounted[] = [];
  for (const { proxy, swept, amount: amountMicroUsdc } of credits) {
    const isAlone = credits.filter((one) => isSame(one.swept, swept)).length === 1;
    const taken = takenFrom.find((one) => isSame(one.swept, swept));
    const atLeastMicroUsdc = isAlone ? (taken?.amount ?? 0n) : 0n;
    const sideAccount = await sideAccountOf(proxy, swept, users);
    const user = await users.userOf(proxy);
    seen.push({ ...place, user, proxy, sideAccount, amountMicroUsdc, atLeastMicroUsdc });
  }
  for (const { owner: proxy, swept, amount: atLeastMicroUsdc } of takenFrom) {
    const user = await users.watchedUserOf(proxy);
    if (user === undefined || credits.some((one) => isSame(one.swept, swept))) continue;
    const sideAccount = await sideAccountOf(proxy, swept, users);
    seen.push({ ...place, user, proxy, sideAccount, amountMicroUsdc: null, atLeastMicroUsdc });
  }
  return seen;
}

/** If nothing shows the swept account, it counts as the associated one. */
async function sideAccountOf(
  proxy: Address,
  swept: SweptAccount | null,
  users: ProxyUsers,
): Promise<number | null> {
  if (swept === null || swept.account === (await users.usdcAccountOf(proxy))) return null;
  return swept.accountIndex;
}

function counted(seen: readonly Uncounted[]): CreditSeen[] {
  const counts = new Map<string, number>();
  return seen.map((one) => {
    const account = `${one.signature}/${one.proxy}/${one.sideAccount ?? ''}`;
    const creditsBefore = counts.get(account) ?? 0;
    counts.set(account, creditsBefore + 1);
    return { ...one, creditsBefore };
  });
}

const isSame = (one: SweptAccount, other: SweptAccount): boolean => one.account === other.account;
