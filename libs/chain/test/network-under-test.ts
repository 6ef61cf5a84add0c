import { startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork } from '@bellwether/local-chain';
import { verifyVaa } from '@bellwether/wormhole';
import type { Vaa } from '@bellwether/wormhole';
import {
  bridgeSideOf,
  connectChain,
  connectLocalFaucet,
  fetchSignedVaa,
  isPosted,
  messageAccountOf,
  postingSteps,
  readBridgeMessage,
  readGuardianSet,
  signatureSetSigner,
  vaultAt,
} from '../src';
import type {
  Address,
  BridgeSide,
  Chain,
  StoredTransaction,
  Signer,
  TransactionRequest,
  Vault,
} from '../src';
import { settled, silent, until } from './chain-under-test';

export const MASTER = new Uint8Array(32).fill(9);

/** Both chains of a local network, as the apps see them. */
export interface NetworkUnderTest {
  readonly network: LocalNetwork;
  readonly ext: Chain;
  readonly main: Chain;
  readonly sides: { readonly ext: BridgeSide; readonly main: BridgeSide };
  readonly vault: Vault;
  readonly usdc: { readonly ext: Address; readonly main: Address };
  readonly operator: Signer;
  close(): Promise<void>;
}

export async function networkUnderTest(): Promise<NetworkUnderTest> {
  const network = await startLocalNetwork({ blocks: 'on_demand', slotMs: 20 });
  const { description, keys } = network;
  const connect = (name: 'ext' | 'main') => {
    const rpcUrls = [description[name].rpcUrl];
    return connectChain({ name, rpcUrls, log: silent });
  };
  return {
    network,
    ext: connect('ext'),
    main: connect('main'),
    sides: { ext: bridgeSideOf('production', 'ext'), main: bridgeSideOf('production', 'main') },
    vault: await vaultAt(description.vaultProgram, description.main.usdc),
    usdc: { ext: description.ext.usdc, main: description.main.usdc },
    operator: keys.signers.operator,
    close: () => network.stop(),
  };
}

/** Builds, sends, waits. @throws Error if the chain rejects it */
export async function sent(chain: Chain, request: TransactionRequest): Promise<StoredTransaction> {
  const kept = await chain.buildTransaction(request);
  const state = await settled(chain, kept);
  if (state.state !== 'final' || state.error !== null) throw new Error(JSON.stringify(state));
  return kept;
}

/** The chain's error for a transaction that is expected to fail. */
export async function failure(chain: Chain, request: TransactionRequest): Promise<string> {
  const state = await settled(chain, await chain.buildTransaction(request));
  return state.state === 'final' ? (state.error ?? 'none') : state.state;
}

/** Pays out test money, and waits until it is final. */
export async function given(
  under: NetworkUnderTest,
  name: 'ext' | 'main',
  what: { to: Address; mint?: Address; amount: bigint },
): Promise<string> {
  const faucet = connectLocalFaucet(under.network.description[name].rpcUrl);
  const signature =
    what.mint === undefined
      ? await faucet.lamports(what.to, what.amount)
      : await faucet.tokens(what.to, what.mint, what.amount);
  await until(() => under[name].findTransaction(signature));
  return signature;
}

/** The guardians' signed message for a final transfer, verified with the other side's guardian set. */
export async function attested(
  under: NetworkUnderTest,
  from: 'ext' | 'main',
  kept: StoredTransaction,
): Promise<Vaa> {
  const to = from === 'ext' ? 'main' : 'ext';
  const account = messageAccountOf(under.sides[from], kept);
  if (account === undefined) throw new Error('no transfer out');
  const message = await readBridgeMessage(under[from], under.sides[from], account);
  if (message === undefined) throw new Error('no message');
  const url = under.network.description.guardiansUrl;
  const vaaBytes = await until(() => fetchSignedVaa(url, message));
  const set = await readGuardianSet(under[to], under.sides[to], 0);
  const verified = verifyVaa(vaaBytes, set);
  if (verified.refused !== undefined) throw new Error(verified.refused);
  return verified.vaa;
}

/** Posts a VAA, one transaction per step. */
export async function posted(
  under: NetworkUnderTest,
  to: 'ext' | 'main',
  vaa: Vaa,
): Promise<number> {
  const { operator } = under;
  const guardianSet = await readGuardianSet(under[to], under.sides[to], vaa.guardianSetIndex);
  const signatureSet = await signatureSetSigner(
    MASTER,
    new Uint8Array([vaa.emitterChain, Number(vaa.sequence)]),
  );
  const posting = { payer: operator.address, vaa, guardianSet, signatureSet: signatureSet.address };
  const steps = await postingSteps(under.sides[to], posting);
  for (const { instructions, isSignedBySignatureSet } of steps) {
    const signers = isSignedBySignatureSet ? [signatureSet] : [];
    await sent(under[to], { instructions, feePayer: operator, signers });
  }
  if (!(await isPosted(under[to], under.sides[to], vaa))) throw new Error('not posted');
  return steps.length;
}
