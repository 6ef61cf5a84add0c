/**
 * Moves tokens with Wormhole's own SDK, unmodified. Runs in the folder where this package is installed and reads
 * commands as lines of JSON: `{ chain, step, ... }` in, `{ ... }` or `{ refused }` out.
 */
import { createInterface } from 'node:readline';
import web3 from '@solana/web3.js';
import { deserialize, toNative } from '@wormhole-foundation/sdk-connect';
import '@wormhole-foundation/sdk-solana';
import { SolanaWormholeCore } from '@wormhole-foundation/sdk-solana-core';
import { SolanaTokenBridge } from '@wormhole-foundation/sdk-solana-tokenbridge';
import { SHAPES, transfersOf } from './payments.mjs';

const VAA_POLL_MS = 20;
const { userSeed, guardiansUrl, chains } = JSON.parse(process.argv[2]);
const user = web3.Keypair.fromSeed(Uint8Array.from(userSeed));
const me = toNative('Solana', user.publicKey.toBase58());
const other = { Solana: 'Fogo', Fogo: 'Solana' };

const sides = Object.fromEntries(
  chains.map(({ name, url, wsUrl, core, tokenBridge, chainId }) => {
    const connection = new web3.Connection(url, { commitment: 'confirmed', wsEndpoint: wsUrl });
    const contracts = { coreBridge: core, tokenBridge };
    return [
      name,
      {
        chainId,
        connection,
        core: new SolanaWormholeCore('Mainnet', name, connection, contracts),
        tokenBridge: new SolanaTokenBridge('Mainnet', name, connection, contracts),
      },
    ];
  }),
);

/** Signs, sends and confirms what the SDK made. @param besides instructions for the transaction that redeems */
async function land(name, transactions, besides) {
  const { connection } = sides[name];
  const signatures = [];
  for await (const { transaction: made, description } of transactions) {
    const { transaction, signers = [] } = made;
    if (besides && description === 'Solana.RedeemTransfer') transaction.add(...besides);
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    transaction.recentBlockhash = blockhash;
    transaction.feePayer ??= user.publicKey;
    transaction.sign(user, ...signers);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    const sent = { signature, blockhash, lastValidBlockHeight };
    const { value } = await connection.confirmTransaction(sent, 'confirmed');
    if (value.err !== null) throw new Error(JSON.stringify(value.err));
    signatures.push(signature);
  }
  return signatures;
}

/** The VAA of the message that a transaction posted, as the guardians serve it. */
async function vaaOf(name, signature) {
  const [{ emitter, sequence }] = await sides[name].core.parseTransaction(signature);
  const hex = Buffer.from(emitter.toUint8Array()).toString('hex');
  const path = `v1/signed_vaa/${sides[name].chainId}/${hex}/${sequence}`;
  for (;;) {
    const response = await fetch(`${guardiansUrl}/${path}`);
    if (response.ok) return (await response.json()).vaaBytes;
    await new Promise((resolve) => setTimeout(resolve, VAA_POLL_MS));
  }
}

const transferOf = (vaaBytes) =>
  deserialize('TokenBridge:Transfer', new Uint8Array(Buffer.from(vaaBytes, 'base64')));

const paidIn = ({ token, payments }) => ({
  user,
  mint: new web3.PublicKey(token),
  payments: payments.map(({ to, amount }) => ({
    to: new web3.PublicKey(to),
    amount: BigInt(amount),
  })),
});

const STEPS = {
  async address() {
    return { address: user.publicKey.toBase58() };
  },
  async transfer({ chain, token, to, amount }) {
    const recipient = { chain: other[chain], address: toNative('Solana', to) };
    const asset = toNative('Solana', token);
    const bridge = sides[chain].tokenBridge;
    const [signature] = await land(chain, bridge.transfer(me, recipient, asset, BigInt(amount)));
    return { vaaBytes: await vaaOf(chain, signature) };
  },
  /** The SDK's own way from a VAA to tokens: verify, post and complete. `besides`: what is paid in the same transaction. */
  async redeem({ chain, vaaBytes, besides }) {
    const vaa = transferOf(vaaBytes);
    const { tokenBridge } = sides[chain];
    const more = besides && transfersOf(paidIn(besides));
    const transactions = await land(chain, tokenBridge.redeem(me, vaa), more);
    return {
      signature: transactions.at(-1),
      transactions: transactions.length,
      isCompleted: await tokenBridge.isTransferCompleted(vaa),
    };
  },
  async wrapped({ chain, token }) {
    const address = toNative('Solana', token).toUniversalAddress();
    const found = await sides[chain].tokenBridge.getWrappedAsset({ chain: other[chain], address });
    return { mint: found.toString() };
  },
  /** What the message of a transaction says, of any sender. */
  async message({ chain, signature }) {
    const vaaBytes = await vaaOf(chain, signature);
    const { sequence, payload } = transferOf(vaaBytes);
    const { token, to } = payload;
    return {
      vaaBytes,
      sequence: Number(sequence),
      token: { chain: token.chain, address: token.address.toNative('Solana').toString() },
      amount: String(token.amount),
      to: { chain: to.chain, address: to.address.toNative('Solana').toString() },
    };
  },
  /** Without the bridge: one transaction, in the shape of that name. */
  async pay({ chain, shape, ...request }) {
    const signature = await SHAPES[shape](paidIn(request), sides[chain].connection);
    return { signature };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { step, ...request } = JSON.parse(line);
  const answer = await STEPS[step](request).catch((error) => ({
    refused: error.message,
    logs: error.logs ?? [],
  }));
  console.log(JSON.stringify(answer));
}
