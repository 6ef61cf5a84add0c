/**
 * `attested`: posts the VAA on the target chain and completes the transfer there. Anyone with the VAA may do the same.
 * The bridge's claim account shows whether it happened, and a late transaction of this app does no harm.
 */
import {
  completeTransfer,
  createAssociatedToken,
  isCompleted,
  isPosted,
  postingSteps,
  signatureBytes,
  signatureSetSigner,
  splitAccountOf,
} from '@bellwether/chain';
import type { Address, Instruction, PostingStep, Signer } from '@bellwether/chain';
import { decodeSplit, messageNameOf, targetChainOf } from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import { bodyHashOf } from '@bellwether/wormhole';
import type { Vaa } from '@bellwether/wormhole';
import { COMPLETION_COMPUTE_UNITS, MAX_POSTING_STEPS } from '../limits';
import type { RelayerParts } from '../parts';
import { askAttestation, checkAttestation, storedVaaOf } from './attestation';
import type { Attestation } from './attestation';
import { attemptsOf, lookAfter, userOf } from './attempts-of';
import type { Progress } from './attempts';
import { completionOf } from './completion-of';
import { lookOf, waitFor } from './look';
import type { Look } from './look';
import { payShares } from './pay-shares';
import { payeeOf } from './payee';

export async function complete(transfer: TransferRow, parts: RelayerParts): Promise<Look> {
  const target = targetChainOf(transfer.direction);
  const chain = parts.chains[target];
  const vaa = storedVaaOf(transfer);
  if (await isCompleted(chain, parts.sides[target], vaa)) {
    return transfer.split === null ? noteCompletion(transfer, vaa, parts) : payOut(transfer, parts);
  }
  const posting = await post(transfer, vaa, parts);
  if (posting !== 'on record') return posting;
  const attempts = attemptsOf(transfer, parts);
  const purpose = completionPurpose(transfer);
  const underWay = await attempts.lookAgain(purpose, chain);
  const account = underWay === undefined ? await ownerToPay(transfer, parts) : undefined;
  if (account === 'nobody_pays') return waitFor('attestation', transfer.tries);
  const completion =
    underWay ??
    (await attempts.look({
      purpose,
      chain,
      user: userOf(transfer),
      sign: async () =>
        chain.buildTransaction({
          instructions: await completionInstructions(transfer, { vaa, payee: account }, parts),
          feePayer: parts.relayer,
          computeUnits: COMPLETION_COMPUTE_UNITS,
        }),
    }));
  if (completion.kind !== 'final') return lookAfter(completion, transfer);
  return transfer.split === null
    ? written(transfer, completion.signature, parts)
    : payOut(transfer, parts);
}

const completionPurpose = (transfer: TransferRow): string => `${messageNameOf(transfer)}:complete`;

/** Whose account the completion makes if it is missing. The rent of a split account comes back when it is paid out. */
async function ownerToPay(
  transfer: TransferRow,
  parts: RelayerParts,
): Promise<Address | undefined | 'nobody_pays'> {
  const { split, direction } = transfer;
  if (split === null) return payeeOf(transfer, parts);
  const mint = parts.usdc[targetChainOf(direction)];
  return (await splitAccountOf(parts.splitProgram, mint, decodeSplit(split))).owner;
}

/** Signatures first, then the VAA. A step in a block is enough to continue: if a fork drops it, the next step fails. */
async function post(
  transfer: TransferRow,
  vaa: Vaa,
  parts: RelayerParts,
): Promise<Look | 'on record'> {
  const target = targetChainOf(transfer.direction);
  if (await isPosted(parts.chains[target], parts.sides[target], vaa)) return 'on record';
  const attestation = await attestationInForce(transfer, parts);
  if (attestation === undefined) return waitFor('attestation', transfer.tries);
  const signatureSet = await signatureSetOf(attestation, parts);
  const steps = await postingSteps(parts.sides[target], {
    payer: parts.relayer.address,
    vaa: attestation.vaa,
    guardianSet: attestation.guardianSet,
    signatureSet: signatureSet.address,
  });
  const lookAt = (step: PostingStep, place: number): Promise<Progress> =>
    attemptsOf(transfer, parts).look({
      purpose: postingPurpose(transfer, attestation.vaa, place),
      chain: parts.chains[target],
      user: userOf(transfer),
      sign: () =>
        parts.chains[target].buildTransaction({
          instructions: step.instructions,
          feePayer: parts.relayer,
          signers: step.isSignedBySignatureSet ? [signatureSet] : [],
        }),
    });
  const last = steps.length - 1;
  const verified = await Promise.all(steps.slice(0, last).map(lookAt));
  const unverified = verified.find((progress) => !isInABlock(progress));
  if (unverified !== undefined) return lookAfter(unverified, transfer);
  const posted = await lookAt(steps[last]!, last);
  return isInABlock(posted) ? 'on record' : lookAfter(posted, transfer);
}

/** By the guardian set that signed: the attestation of another set is posted by other transactions. */
const postingPurpose = (transfer: TransferRow, { guardianSetIndex }: Vaa, place: number): string =>
  `${messageNameOf(transfer)}:set-${guardianSetIndex}:post-${place}`;

const isInABlock = ({ kind }: Progress): boolean => kind === 'landed' || kind === 'final';

/** The stored attestation, or a new one of the same message if its guardian set has been replaced. */
async function attestationInForce(
  transfer: TransferRow,
  parts: RelayerParts,
): Promise<Attestation | undefined> {
  const kept = await checkAttestation(transfer, transfer.vaa!, parts);
  return typeof kept === 'object' ? kept : askAttestation(transfer, parts);
}

/** One per message and guardian set, so that a restart continues with the signatures verified so far. */
function signatureSetOf(
  { vaa, guardianSet }: Attestation,
  { signatureSetMaster }: RelayerParts,
): Promise<Signer> {
  const set = new DataView(new ArrayBuffer(4));
  set.setUint32(0, guardianSet.index);
  const name = new Uint8Array([...bodyHashOf(vaa), ...new Uint8Array(set.buffer)]);
  return signatureSetSigner(signatureSetMaster.reveal(), name);
}

async function completionInstructions(
  transfer: TransferRow,
  { vaa, payee: owner }: { readonly vaa: Vaa; readonly payee: Address | undefined },
  parts: RelayerParts,
): Promise<Instruction[]> {
  const target = targetChainOf(transfer.direction);
  const payer = parts.relayer.address;
  const completion = await completeTransfer(parts.sides[target], { payer, vaa });
  if (owner === undefined) return [completion];
  const mint = parts.usdc[target];
  return [await createAssociatedToken({ payer, owner, mint }), completion];
}

/** It is completed: by a transaction of this app that landed meanwhile, or by somebody else. */
async function noteCompletion(transfer: TransferRow, vaa: Vaa, parts: RelayerParts): Promise<Look> {
  const target = targetChainOf(transfer.direction);
  const chain = parts.chains[target];
  const ours = await attemptsOf(transfer, parts).lookAgain(completionPurpose(transfer), chain);
  const signature =
    ours?.kind === 'final' ? ours.signature : await strangersCompletion(transfer, vaa, parts);
  // The account exists but its transaction is not found: nodes store the two separately, and one of them lags.
  if (signature === undefined) return waitFor('broadcast', transfer.tries);
  return written(transfer, signature, parts);
}

async function strangersCompletion(
  { direction }: TransferRow,
  vaa: Vaa,
  { searches, sides }: RelayerParts,
): Promise<Uint8Array | undefined> {
  const target = targetChainOf(direction);
  const found = await completionOf(vaa, sides[target], searches[target]);
  return found && signatureBytes(found.transaction.signature);
}

/** It shares its message: what the bridge paid for all is paid on, and its own payment looked for. */
async function payOut(transfer: TransferRow, parts: RelayerParts): Promise<Look> {
  const paid = await payShares(transfer, storedVaaOf(transfer), parts);
  if (paid.kind === 'waits') return paid.look;
  const chain = parts.chains[targetChainOf(transfer.direction)];
  const attempts = attemptsOf(transfer, parts);
  await attempts.lookAgain(completionPurpose(transfer), chain);
  return written(transfer, paid.signature, parts);
}

async function written(
  transfer: TransferRow,
  txSignature: Uint8Array,
  parts: RelayerParts,
): Promise<Look> {
  const { transferId } = transfer;
  await endPosting(transfer, parts);
  const fact = { kind: 'completed', txSignature } as const;
  const change = { transferId, fact, nowMs: parts.now() };
  return lookOf(await parts.stores.transfers.advance(change), parts);
}

/** A completion is final after all that it depends on, so transactions not final before are looked up again. */
async function endPosting(transfer: TransferRow, parts: RelayerParts): Promise<void> {
  const chain = parts.chains[targetChainOf(transfer.direction)];
  const vaa = storedVaaOf(transfer);
  for (let place = 0; place < MAX_POSTING_STEPS; place++) {
    const purpose = postingPurpose(transfer, vaa, place);
    if ((await attemptsOf(transfer, parts).lookAgain(purpose, chain)) === undefined) return;
  }
}
