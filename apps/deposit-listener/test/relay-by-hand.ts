/** What the relayer and the guardians do with a transfer that was sent from ext, without the relayer. */
import {
  completeTransfer,
  createAssociatedToken,
  fetchSignedVaa,
  messageAccountOf,
  paySplit,
  postingSteps,
  readBridgeMessage,
  readGuardianSet,
  signatureBytes,
  signatureSetSigner,
  splitAccountOf,
} from '@bellwether/chain';
import type { Instruction, StoredTransaction, TransactionRequest } from '@bellwether/chain';
import type { Split } from '@bellwether/funding';
import { until } from '@bellwether/funding-testbed';
import { verifyVaa } from '@bellwether/wormhole';
import type { ListenerParts } from '../src/parts';
import type { World } from './world';

const MASTER = new Uint8Array(32).fill(9);

export interface RelayedTransfer {
  readonly sequence: number;
  readonly completionSignature: Uint8Array;
}

/** Until it is paid out on main, final. @param source the transaction on ext, final @param split its list, if it is shared */
export async function relayed(
  world: World,
  { sides, splitProgram, usdc }: ListenerParts,
  source: StoredTransaction,
  split?: Split,
): Promise<RelayedTransfer> {
  const { ext, main } = world.chains;
  const { operator } = world.network.keys.signers;
  const account = messageAccountOf(sides.ext, source);
  if (account === undefined) throw new Error('no transfer out');
  const message = await until(() => readBridgeMessage(ext, sides.ext, account));
  const url = world.network.description.guardiansUrl;
  const bytes = await until(() => fetchSignedVaa(url, message));
  const guardianSet = await readGuardianSet(main, sides.main, 0);
  const verified = verifyVaa(bytes, guardianSet);
  if (verified.refused !== undefined) throw new Error(verified.refused);
  const { vaa } = verified;
  const send = async (request: Omit<TransactionRequest, 'feePayer'>): Promise<string> => {
    const kept = await main.buildTransaction({ ...request, feePayer: operator });
    await until(async () => (await main.advance(kept)).state === 'final');
    return kept.signature;
  };
  const payment = (of: Split): Promise<Instruction[]> => {
    const payable = of.entries.map(() => true);
    return paySplit(splitProgram, { mint: usdc.main, split: of, payable, payer });
  };
  const sequence = Number(vaa.sequence);
  const signatureSet = await signatureSetSigner(MASTER, new Uint8Array([sequence]));
  const payer = operator.address;
  const posting = { payer, vaa, guardianSet, signatureSet: signatureSet.address };
  for (const step of await postingSteps(sides.main, posting)) {
    const signers = step.isSignedBySignatureSet ? [signatureSet] : [];
    await send({ instructions: step.instructions, signers });
  }
  const completion = await completeTransfer(sides.main, { payer, vaa });
  const instructions = [completion];
  if (split !== undefined) {
    const { owner } = await splitAccountOf(splitProgram, usdc.main, split);
    instructions.unshift(await createAssociatedToken({ payer, owner, mint: usdc.main }));
  }
  const signature = await send({ instructions });
  const completionSignature = signatureBytes(
    split === undefined ? signature : await send({ instructions: await payment(split) }),
  );
  return { sequence, completionSignature };
}
