import { setTimeout as sleep } from 'node:timers/promises';
import { sameBytes } from '@bellwether/codec';
import { assert, CodedError } from '@bellwether/errors';
import { getBase64Encoder } from '@solana/kit';
import type { Address } from '../address';
import {
  AGREEMENT_PAUSE_MS,
  MAX_ACCOUNTS_PER_READ,
  MAX_AGREEMENT_READS,
  MIN_AGREEMENT_READS,
} from '../limits';
import type { Endpoint, SolanaRpc } from '../rpc/endpoint';
import type { Answer, RpcPool } from '../rpc/rpc-pool';

export interface ChainAccount {
  readonly address: Address;
  /** The program that owns the account. */
  readonly program: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

export interface AccountsRead {
  /**
   * The slot of all accounts: the highest finalized slot that a node named, so that a balance and what it is compared
   * with belong to one moment. Whatever the accounts are compared with must be complete up to this slot.
   */
  readonly slot: number;
  /**
   * The lowest slot that a node named for the same content. If content changed between it and `slot`, a node showed
   * more or less than its slot has, and a comparison proves nothing.
   */
  readonly sinceSlot: number;
  /** In the order requested; null if there is no account. */
  readonly accounts: readonly (ChainAccount | null)[];
}

/**
 * Finalized accounts, up to MAX_ACCOUNTS_PER_READ, as of one slot. Two nodes must show the same content, now or at the
 * same slot. Nodes at different slots are asked again until one reaches the slot that the other showed. Different
 * content at different slots is no contradiction: an account changed, and a node lags.
 * @throws CodedError CHAIN_DISAGREEMENT if nodes keep showing different content at the same slot; CHAIN_UNAVAILABLE if
 * one lags so far that their slots never meet
 */
export async function readAccounts(
  pool: Pick<RpcPool, 'all' | 'disagreement'>,
  addresses: readonly Address[],
  pause: () => Promise<unknown> = () => sleep(AGREEMENT_PAUSE_MS),
): Promise<AccountsRead> {
  const count = addresses.length;
  assert(count >= 1 && count <= MAX_ACCOUNTS_PER_READ, () => `${count} accounts at once`);
  const earlier: AccountsAnswer[] = [];
  for (let attempt = 1; ; attempt++) {
    const answers = await pool.all('accounts', (rpc, signal) => ask(rpc, addresses, signal));
    const agreed = sameNow(answers) ?? sameOfOneSlot(answers, earlier);
    if (agreed !== undefined) return agreed;
    earlier.push(...answers);
    const differing = attempt < MIN_AGREEMENT_READS ? undefined : contradictionIn(earlier);
    if (differing !== undefined) throw pool.disagreement('accounts_differ', ...differing);
    if (attempt === MAX_AGREEMENT_READS) throw tooFarApart(answers);
    await pause();
  }
}

type AccountsAnswer = Answer<AccountsRead>;

/** The last answers if all show the same content, at whatever slots. */
function sameNow(answers: readonly AccountsAnswer[]): AccountsRead | undefined {
  const [first, ...others] = answers;
  if (!others.every(({ value }) => isSame(value, first!.value))) return undefined;
  const slots = answers.map(({ value }) => value.slot);
  return { ...first!.value, slot: Math.max(...slots), sinceSlot: Math.min(...slots) };
}

/** An answer that equals another node's earlier answer at the same slot. */
const sameOfOneSlot = (
  answers: readonly AccountsAnswer[],
  earlier: readonly AccountsAnswer[],
): AccountsRead | undefined =>
  answers.find((answer) =>
    earlier.some((other) => isOfSameSlot(answer, other) && isSame(answer.value, other.value)),
  )?.value;

/** Two answers at the same slot that differ. Called when no two answers at one slot are equal. */
function contradictionIn(
  answers: readonly AccountsAnswer[],
): [Endpoint, { readonly account: Address | undefined; readonly slots: number[] }] | undefined {
  for (const answer of answers) {
    const other = answers.find((one) => isOfSameSlot(answer, one));
    if (other === undefined) continue;
    const account = firstDifference(other.value, answer.value);
    return [other.endpoint, { account, slots: [answer.value.slot, other.value.slot] }];
  }
  return undefined;
}

const tooFarApart = (answers: readonly AccountsAnswer[]): CodedError =>
  new CodedError('CHAIN_UNAVAILABLE', {
    what: 'accounts',
    fault: 'a node lags: the nodes show no slot in common',
    slots: answers.map(({ value }) => value.slot),
  });

const isOfSameSlot = (one: AccountsAnswer, other: AccountsAnswer): boolean =>
  one.endpoint !== other.endpoint && one.value.slot === other.value.slot;

const base64 = getBase64Encoder();

async function ask(
  rpc: SolanaRpc,
  addresses: readonly Address[],
  abortSignal: AbortSignal,
): Promise<AccountsRead> {
  const { context, value } = await rpc
    .getMultipleAccounts([...addresses], { commitment: 'finalized', encoding: 'base64' })
    .send({ abortSignal });
  const slot = Number(context.slot);
  return {
    slot,
    sinceSlot: slot,
    accounts: addresses.map((address, at) => {
      const found = value[at];
      if (!found) return null;
      const { lamports, owner: program } = found;
      return { address, program, lamports, data: new Uint8Array(base64.encode(found.data[0])) };
    }),
  };
}

const isSame = (a: AccountsRead, b: AccountsRead): boolean => firstDifference(a, b) === undefined;

const firstDifference = (a: AccountsRead, b: AccountsRead): Address | undefined => {
  const at = a.accounts.findIndex((account, index) => !isSameAccount(account, b.accounts[index]!));
  return (a.accounts[at] ?? b.accounts[at])?.address;
};

function isSameAccount(a: ChainAccount | null, b: ChainAccount | null): boolean {
  if (a === null || b === null) return a === b;
  return a.program === b.program && a.lamports === b.lamports && sameBytes(a.data, b.data);
}
