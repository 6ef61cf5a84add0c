import { setTimeout as sleep } from 'node:timers/promises';
import { believe } from '@bellwether/errors';
import { getBase64Encoder } from '@solana/kit';
import type { Address } from '../address';
import { AGREEMENT_PAUSE_MS, MAX_ACCOUNTS_PER_READ, MAX_AGREEMENT_READS } from '../limits';
import type { SolanaRpc } from '../rpc/endpoint';
import type { RpcPool } from '../rpc/rpc-pool';

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
 * Finalized accounts, up to MAX_ACCOUNTS_PER_READ, as of one slot. Enough nodes must show the same content; where they
 * are at different slots they are asked again, until they agree.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function readAccounts(
  pool: RpcPool,
  addresses: readonly Address[],
): Promise<AccountsRead> {
  const count = addresses.length;
  believe(count >= 1 && count <= MAX_ACCOUNTS_PER_READ, () => `${count} accounts at once`);
  let differing: Parameters<RpcPool['disagreement']> | undefined;
  for (let attempt = 0; attempt < MAX_AGREEMENT_READS; attempt++) {
    if (attempt > 0) await sleep(AGREEMENT_PAUSE_MS);
    const answers = await pool.all('accounts', (rpc, signal) => ask(rpc, addresses, signal));
    const [first, ...others] = answers;
    const other = others.find(({ value }) => !isSame(value, first!.value));
    if (other === undefined) {
      const slots = answers.map(({ value }) => value.slot);
      return { ...first!.value, slot: Math.max(...slots), sinceSlot: Math.min(...slots) };
    }
    differing = [
      'accounts_differ',
      other.endpoint,
      {
        account: firstDifference(other.value, first!.value),
        slots: answers.map(({ value }) => value.slot),
      },
    ];
  }
  throw pool.disagreement(...differing!);
}

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
