import type { Chain, Instruction, Signer } from '@bellwether/chain';

/** Between two checks of a transaction under way. */
const LOOK_MS = 500;

/**
 * Simulates the instructions, signs them once, and sends the same bytes until they are final.
 * @returns the signature, which identifies the transaction on the chain
 * @throws Error with the chain's message if it would fail, has failed, or expired
 */
export async function send(
  chain: Pick<Chain, 'buildTransaction' | 'simulate' | 'advance'>,
  instructions: readonly Instruction[],
  signer: Signer,
): Promise<string> {
  const kept = await chain.buildTransaction({ instructions: [...instructions], feePayer: signer });
  const { error, logs } = await chain.simulate(kept);
  if (error !== null) throw new Error(`it would fail: ${error}\n${logs.join('\n')}`);
  for (;;) {
    const state = await chain.advance(kept);
    if (state.state === 'expired') throw new Error('it never landed: nothing was done');
    if (state.state === 'final') {
      if (state.error !== null) throw new Error(`it failed: ${state.error}`);
      return kept.signature;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** For a multisig, or an offline machine: what has to be signed, and by whom. */
export const unsigned = (instructions: readonly Instruction[]) =>
  instructions.map(({ programAddress, accounts = [], data = new Uint8Array() }) => ({
    program: programAddress,
    // Roles are two bits: writable, signer.
    accounts: accounts.map(({ address, role }) => ({
      address,
      signer: (role & 2) !== 0,
      writable: (role & 1) !== 0,
    })),
    data: Buffer.from(data).toString('base64'),
  }));
