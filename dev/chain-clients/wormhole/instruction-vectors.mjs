/** Instructions as the SDK makes them: the data, and every account with its role. */
import web3 from '@solana/web3.js';
import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { contracts, deserialize } from '@wormhole-foundation/sdk-connect';
import '@wormhole-foundation/sdk-solana';
import { utils as core } from '@wormhole-foundation/sdk-solana-core';
import * as bridge from '@wormhole-foundation/sdk-solana-tokenbridge';
import { hex, risingBytes, unhex } from './hex.mjs';
import { GUARDIAN_SET_INDEX, guardianSet, vaas } from './vaa-vectors.mjs';

export const CHAINS = ['Solana', 'Fogo'];
const key = (seed) => new web3.PublicKey(risingBytes(32, seed));
export const given = {
  payer: key(200),
  message: key(201),
  from: key(202),
  owner: key(203),
  mint: key(204),
  signatureSet: key(205),
};
export const target = Buffer.from(risingBytes(32, 80));
const transferVaa = deserialize('TokenBridge:Transfer', unhex(vaas[0].vaa));

// The SDK reads the guardian set from the chain: index, count, addresses, two times.
const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);
const connection = new web3.Connection('http://127.0.0.1:1');
connection.getAccountInfo = async () => ({
  data: Buffer.concat([
    u32(GUARDIAN_SET_INDEX),
    u32(guardianSet.guardians.length),
    ...guardianSet.guardians.map(unhex),
    u32(1),
    u32(0),
  ]),
});

async function coreInstructions(chain) {
  const program = contracts.coreBridge.get('Mainnet', chain);
  const { payer, message, signatureSet } = given;
  const payload = Buffer.from('00ff10', 'hex');
  const to = [connection, program, payer];
  const verifying = await core.createVerifySignaturesInstructions(...to, transferVaa, signatureSet);
  return {
    postMessage: core.createPostMessageInstruction(...to, message, payload, 9, 1),
    // The second batch: of guardians 7 to 12.
    secp256k1: verifying[2],
    verifySignatures: verifying[3],
    postVaa: core.createPostVaaInstruction(...to, transferVaa, signatureSet),
  };
}

function tokenBridgeInstructions(chain) {
  const program = contracts.tokenBridge.get('Mainnet', chain);
  const { payer, message, from, owner, mint } = given;
  const to = [connection, program, contracts.coreBridge.get('Mainnet', chain), payer];
  const amounts = [9, 2n ** 64n - 1n, 3n, target, chain === 'Solana' ? 51 : 1];
  const token = TOKEN_PROGRAM_ID;
  return {
    transferNative: bridge.createTransferNativeInstruction(
      ...to,
      message,
      from,
      mint,
      token,
      ...amounts,
    ),
    transferWrapped: bridge.createTransferWrappedInstruction(
      ...to,
      message,
      from,
      owner,
      1,
      target,
      token,
      ...amounts,
    ),
    completeNative: bridge.createCompleteTransferNativeInstruction(...to, transferVaa),
    completeWrapped: bridge.createCompleteTransferWrappedInstruction(...to, transferVaa),
  };
}

export async function instructionsOf(chain) {
  const made = { ...(await coreInstructions(chain)), ...tokenBridgeInstructions(chain) };
  return Object.entries(made).map(([instruction, { programId, data, keys }]) => ({
    chain,
    instruction,
    program: programId.toBase58(),
    data: hex(data),
    accounts: keys.map((meta) => [meta.pubkey.toBase58(), meta.isSigner, meta.isWritable]),
  }));
}
