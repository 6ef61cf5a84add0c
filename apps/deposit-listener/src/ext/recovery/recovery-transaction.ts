import {
  addressOf,
  associatedTokenAddress,
  closeTokenAccount,
  createAssociatedToken,
  transferLamports,
  transferTokens,
} from '@bellwether/chain';
import type { Address, Instruction, StoredTransaction, Mint } from '@bellwether/chain';
import { ACCOUNT_BYTES } from '@bellwether/funding';
import type { Recovery } from '@bellwether/persistence';
import type { ListenerParts } from '../../parts';
import { chainOf } from './free-balance';
import type { Held, Holding } from './free-balance';

/** The amounts sent and charged for the transaction, in base units of the holding. */
export interface RecoveredAmount {
  /** All that leaves, by account: the amount and the gas. */
  readonly from: readonly Held[];
  readonly amount: bigint;
  readonly gas: bigint;
  /** Whether the recipient's token account is created if it is missing. */
  readonly makesAccount: boolean;
}

/** Sends so much of a holding to the recipient: lamports, wrapped or not, to the wallet, tokens to its associated account. */
export async function recoveryTransaction(
  { chains, listener, addresses }: Pick<ListenerParts, 'chains' | 'listener' | 'addresses'>,
  { user, recipient }: Pick<Recovery, 'user' | 'recipient'>,
  holding: Holding,
  recovered: RecoveredAmount,
): Promise<StoredTransaction> {
  const owner = await addresses.depositSigner(user);
  const parties = { payer: listener.address, owner: owner.address, to: addressOf(recipient) };
  const instructions =
    holding.kind === 'tokens'
      ? await tokensSent(holding.mint, parties, recovered)
      : lamportsSent(holding, parties, {
          ...recovered,
          rent: await chains.ext.minimumLamports(ACCOUNT_BYTES.token),
        });
  return chains[chainOf(holding)].buildTransaction({
    instructions,
    feePayer: listener,
    signers: [owner],
  });
}

interface Parties {
  readonly payer: Address;
  /** The deposit address. */
  readonly owner: Address;
  readonly to: Address;
}

function lamportsSent(
  { kind }: Holding,
  { payer, owner, to }: Parties,
  { from, amount, gas, rent }: RecoveredAmount & { readonly rent: bigint },
): Instruction[] {
  const closed = from.filter((held) => held.account !== owner && held.amount > 0n);
  // The rent of a USDC account goes to the payer, who makes the next one.
  const kept = kind === 'lamports' ? gas + rent * BigInt(closed.length) : gas;
  return [
    ...closed.map(({ account }) => closeTokenAccount({ account, owner, destination: owner })),
    ...(kept === 0n ? [] : [transferLamports({ from: owner, to: payer, lamports: kept })]),
    transferLamports({ from: owner, to, lamports: amount }),
  ];
}

/** The gas is taken of the first accounts. */
async function tokensSent(
  { address: mint, tokenProgram, decimals }: Mint,
  { payer, owner, to }: Parties,
  { from, gas, makesAccount }: RecoveredAmount,
): Promise<Instruction[]> {
  const accountOf = (of: Address) =>
    createAssociatedToken({ payer, owner: of, mint, tokenProgram });
  const [own, theirs] = await Promise.all(
    [payer, to].map((of) => associatedTokenAddress(of, mint, tokenProgram)),
  );
  let left = gas;
  const moves = from.flatMap(({ account: source, amount: held }) => {
    const kept = held < left ? held : left;
    left -= kept;
    return [
      { source, destination: own!, amount: kept },
      { source, destination: theirs!, amount: held - kept },
    ];
  });
  return [
    ...(gas === 0n ? [] : [await accountOf(payer)]),
    ...(makesAccount ? [await accountOf(to)] : []),
    ...moves
      .filter(({ amount }) => amount > 0n)
      .map((move) => transferTokens({ ...move, owner, mint, decimals, tokenProgram })),
  ];
}
