/** Deposits that arrive at the same time, and their shared transfers, by hand. */
import { signatureText } from '@bellwether/chain';
import { decodeSplit } from '@bellwether/funding';
import type { Deposit, FundingMessageOf } from '@bellwether/funding';
import { toHex } from '@bellwether/codec';
import type { Worker } from '@bellwether/runtime';
import { relayed } from '../relay-by-hand';
import type { RelayedTransfer } from '../relay-by-hand';
import type { ExtByHand } from './ext-by-hand';

export type Signed = FundingMessageOf<'transfer_signed'>;

/** USDC of each amount for its user's address, all found, and accepted together. */
export async function givenTogether(
  by: ExtByHand,
  given: readonly { readonly user: Uint8Array; readonly amount: bigint }[],
): Promise<Deposit[]> {
  const mint = by.parts.usdc.ext;
  const signatures: string[] = [];
  for (const { user, amount } of given) {
    const { depositAddress } = await by.watch(user);
    signatures.push(await by.world.send('ext', { to: depositAddress, mint, amount }));
  }
  for (const signature of signatures) await by.world.whenFinal('ext', signature);
  await by.scanToHead();
  const found: Deposit[] = [];
  for (const [at, { user }] of given.entries()) {
    const deposits = await by.deposits(user);
    found.push(deposits.find((one) => signatureText(one.txSignature) === signatures[at])!);
  }
  return found;
}

/** In the middle of a slot, so that what follows is accepted in one slot. */
export function alignSlot(by: ExtByHand): void {
  const { shareWaitMs, now } = by.parts;
  by.clock.aheadMs += shareWaitMs - (now() % shareWaitMs) + 1;
}

export const stepsOf = async (by: ExtByHand, deposits: readonly Deposit[]): Promise<string[]> =>
  (await Promise.all(deposits.map((one) => by.deposit(one)))).map(({ step }) => step);

/** Ticks until each of them is at this step. */
export const workToStep = (
  by: ExtByHand,
  deposits: readonly Deposit[],
  step: Deposit['step'],
  workers?: readonly Worker[],
): Promise<void> =>
  by.work(async () => (await stepsOf(by, deposits)).every((one) => one === step), workers);

/** The messages of these deposits, by their transaction: each group in the order of its list. */
export async function groupsOf(by: ExtByHand, deposits: readonly Deposit[]): Promise<Signed[][]> {
  const ids = new Set(deposits.map(({ depositId }) => toHex(depositId)));
  const groups = new Map<string, Signed[]>();
  for (const message of await by.messages('transfer_signed')) {
    if (!ids.has(toHex(message.subjectId))) continue;
    const key = toHex(message.sourceSignature);
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  const inOrder = (one: Signed, other: Signed): number => one.share - other.share;
  return [...groups.values()].map((group) => group.toSorted(inOrder));
}

/** As anybody could, without the relayer: completed on main, and paid. */
export function relayedGroup(by: ExtByHand, [first]: readonly Signed[]): Promise<RelayedTransfer> {
  const { sourceSignature, sourceBytes, lastValidBlockHeight, split } = first!;
  const source = {
    signature: signatureText(sourceSignature),
    wireBytes: sourceBytes!,
    blockhash: '',
    lastValidBlockHeight: lastValidBlockHeight!,
  };
  return relayed(by.world, by.parts, source, split === null ? undefined : decodeSplit(split));
}

/** The relayer's news of each of a group. */
export async function reportGroup(
  by: ExtByHand,
  group: readonly Signed[],
  { sequence, completionSignature }: RelayedTransfer,
): Promise<void> {
  for (const { transferId, direction, subjectId, user, sourceSignature } of group) {
    const about = { transferId, direction, subjectId, user };
    const sent = { kind: 'transfer_sent', ...about, sourceSignature, sequence } as const;
    await by.report(sent, `sent ${transferId}`);
    const completed = { kind: 'transfer_completed', ...about, sequence } as const;
    await by.report({ ...completed, completionSignature }, `completed ${transferId}`);
  }
}

export const workerNamed = (workers: readonly Worker[], name: string): Worker => {
  const worker = workers.find((one) => one.name === name);
  if (worker === undefined) throw new Error(`no duty ${name}`);
  return worker;
};
