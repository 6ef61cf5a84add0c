import { setTimeout as sleep } from 'node:timers/promises';
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
  /** The program that owns it. */
  readonly program: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

export interface AccountsRead {
  /**
   * All of them as of the same finalized slot, the highest that a node named: a balance and what it is compared with belong
   * to one moment. By then nothing may be unknown of what is compared.
   */
  readonly slot: number;
  /**
   * The lowest slot that a node named for the same content. Content that changed after it, up to `slot`, came from a node
   * that shows more than the slot it names, or less: such a comparison says nothing.
   */
  readonly sinceSlot: number;
  /** In the order asked; null where there is no account. */
  readonly accounts: readonly (ChainAccount | null)[];
}

/**
 * Finalized accounts, up to MAX_ACCOUNTS_PER_READ, as of one slot. Two nodes must show the same content, now or of the same
 * slot: where they are at different slots they are asked again, until the one has come to where the other was. Content that
 * differs at different slots is no contradiction: an account changed, and a node lags.
 * @throws CodedError CHAIN_DISAGREEMENT where nodes keep showing another content of the same slot; CHAIN_UNAVAILABLE where one
 *   lags by so much that their slots never meet
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

/** The last answers, where all show the same, at whichever slots. */
function sameNow(answers: readonly AccountsAnswer[]): AccountsRead | undefined {
  const [first, ...others] = answers;
  if (!others.every(({ value }) => isSame(value, first!.value))) return undefined;
  const slots = answers.map(({ value }) => value.slot);
  return { ...first!.value, slot: Math.max(...slots), sinceSlot: Math.min(...slots) };
}

/** What one node shows now and the other, which is ahead of it, has shown of the same slot. */
const sameOfOneSlot = (
  answers: readonly AccountsAnswer[],
  earlier: readonly AccountsAnswer[],
): AccountsRead | undefined =>
  answers.find((answer) =>
    earlier.some((other) => isOfSameSlot(answer, other) && isSame(answer.value, other.value)),
  )?.value;

/** Where no two answers of one slot are the same, two of one slot that differ. */
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
  return (
    a.program === b.program &&
    a.lamports === b.lamports &&
    a.data.length === b.data.length &&
    a.data.every((byte, at) => byte === b.data[at])
  );
}
