import type { Address, CutOffLog, VaultEvents } from '@bellwether/chain';
import { addressOf } from '@bellwether/chain';
import type { SeenCredit } from '@bellwether/funding';

/** A credit of the vault, where it stands, and as far as its transaction shows it. */
export interface CreditSeen extends SeenCredit {
  readonly user: Uint8Array;
  readonly proxy: Address;
  readonly signature: string;
  readonly slot: number;
  readonly txIndex: number;
}

export interface ProxyUsers {
  /** Of the users who are watched; asks nobody. */
  readonly watchedUserOf: (proxy: Address) => Uint8Array | undefined;
  /** @throws Fault (retry) where the chain does not say */
  readonly userOf: (proxy: Address) => Promise<Uint8Array>;
}

/**
 * The vault's credits in the chain's order, whoever asked for them, of whichever user: by the log, or where that was cut
 * off or left out by the instructions, or where what a program called was left out too by the balances.
 */
export async function creditsSeenIn(told: VaultEvents, users: ProxyUsers): Promise<CreditSeen[]> {
  const seen = loggedCredits(told);
  for (const cutOff of told.cutOff) seen.push(...(await cutOffCredits(cutOff, users)));
  // Credits of one transaction are all of one kind: a stable sort keeps their order.
  return seen.sort((one, other) => one.slot - other.slot || one.txIndex - other.txIndex);
}

const loggedCredits = ({ events }: VaultEvents): CreditSeen[] =>
  events.flatMap(({ event, signature, slot, transactionIndex: txIndex }) => {
    if (event.kind !== 'Credit') return [];
    const { user, amount: amountMicroUsdc } = event;
    const [proxy, creditSeq] = [addressOf(event.proxy), Number(event.creditSeq)];
    const place = { user, proxy, signature, slot, txIndex };
    return [{ ...place, creditSeq, amountMicroUsdc, atLeastMicroUsdc: 0n }];
  });

async function cutOffCredits(
  { signature, slot, transactionIndex: txIndex, credits, takenFrom }: CutOffLog,
  { watchedUserOf, userOf }: ProxyUsers,
): Promise<CreditSeen[]> {
  const place = { signature, slot, txIndex, creditSeq: null };
  const seen: CreditSeen[] = [];
  for (const { proxy, amount } of credits) {
    const isAlone = credits.filter((one) => one.proxy === proxy).length === 1;
    const atLeastMicroUsdc = isAlone ? (takenFrom.get(proxy) ?? 0n) : 0n;
    const user = await userOf(proxy);
    seen.push({ ...place, user, proxy, amountMicroUsdc: amount, atLeastMicroUsdc });
  }
  for (const [proxy, atLeastMicroUsdc] of takenFrom) {
    const user = watchedUserOf(proxy);
    if (user === undefined || credits.some((one) => one.proxy === proxy)) continue;
    seen.push({ ...place, user, proxy, amountMicroUsdc: null, atLeastMicroUsdc });
  }
  return seen;
}
