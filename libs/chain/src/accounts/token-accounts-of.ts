import { getBase64Encoder } from '@solana/kit';
import type { Address } from '../address';
import type { RpcPool } from '../rpc/rpc-pool';
import { parseTokenAccount } from '../tokens/token-account';

const base64 = getBase64Encoder();

/**
 * As any node reports them: a node at another slot reports others, and a lying one reports accounts that do not exist.
 * Read an account before its use.
 * @throws CodedError CHAIN_UNAVAILABLE
 */
export async function tokenAccountsOf(
  pool: Pick<RpcPool, 'all'>,
  owner: Address,
  mint: Address,
): Promise<Address[]> {
  const answers = await pool.all('token accounts', (rpc, abortSignal) =>
    rpc
      .getTokenAccountsByOwner(owner, { mint }, { commitment: 'finalized', encoding: 'base64' })
      .send({ abortSignal }),
  );
  const amounts = new Map<Address, bigint>();
  for (const { pubkey, account } of answers.flatMap(({ value }) => value.value)) {
    const { lamports, owner: program, data } = account;
    const bytes = new Uint8Array(base64.encode(data[0]));
    const token = parseTokenAccount({ address: pubkey, program, lamports, data: bytes });
    amounts.set(pubkey, token?.amount ?? 0n);
  }
  return [...amounts]
    .toSorted(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0))
    .map(([address]) => address);
}
