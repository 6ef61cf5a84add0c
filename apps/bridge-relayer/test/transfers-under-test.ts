/** Transfers as the other apps hand them over, made by hand, and a relayer that is run by hand. */
import {
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  createAssociatedToken,
  debitVault,
  initProxyWallet,
  depositSigner,
  proxyWalletOf,
  signatureBytes,
  transferOut,
  vaultAt,
} from '@bellwether/chain';
import type { Signer, TransactionRequest } from '@bellwether/chain';
import {
  ALONE,
  depositTransferId,
  isTransferOver,
  withdrawalTransferId,
} from '@bellwether/funding';
import type { FundingMessageOf, GasItem, TransferState } from '@bellwether/funding';
import { Interruption, survives, tickOf } from '@bellwether/funding-testbed';
import type { TransferRow, WithdrawalStore } from '@bellwether/persistence';
import type { RelayerParts } from '../src/parts';
import { TransferWorker } from '../src/transfers/transfer-worker';
import { takeTransfer } from '../src/transfers/transfers.controller';
import { interrupted } from './interrupted';
import type { World } from './world';

const MASTER = new Uint8Array(32).fill(0x31);
const PAID_ON_MAIN_MICRO_USDC = 1_000_000_000_000n;

let made = 0;
/** 32 bytes that nothing else is named by. */
export function freshId(): Uint8Array {
  const id = new Uint8Array(32).fill(0x42);
  new DataView(id.buffer).setUint32(0, ++made);
  return id;
}

export interface HandedOver<K extends 'transfer_signed' | 'transfer_burned'> {
  readonly message: FundingMessageOf<K>;
  readonly user: Uint8Array;
}

/** A deposit address with money, and the signed transfer of it to the user's proxy wallet. */
export async function signedDeposit(
  world: World,
  amount = 5_000_000n,
  held = amount,
): Promise<HandedOver<'transfer_signed'>> {
  const user = freshId();
  const depositId = freshId();
  const { ext, main, vaultProgram } = world.chainsFile();
  const payer = await world.signerOf('operator');
  const owner = await depositSigner(MASTER, user);
  if (held > 0n) await world.give('ext', { to: owner.address, mint: ext.usdc, amount: held });
  const proxy = await proxyWalletOf(await vaultAt(vaultProgram, main.usdc), user);
  const transferId = depositTransferId(depositId, 1);
  const message = await bridgeMessageSigner(MASTER, new TextEncoder().encode(transferId));
  const { tokenBridge, coreBridge: core, wormholeChainId: chainId } = ext;
  const instructions = await transferOut(
    { core, tokenBridge, chainId },
    {
      kind: 'native',
      payer: payer.address,
      from: await associatedTokenAddress(owner.address, ext.usdc),
      fromOwner: owner.address,
      mint: ext.usdc,
      amount,
      toChainId: main.wormholeChainId,
      to: bytesOfAddress(proxy.token),
      message: message.address,
    },
  );
  const request = { instructions, feePayer: payer, signers: [owner, message] };
  const kept = await world.chains.ext.buildTransaction(request);
  return {
    user,
    message: {
      kind: 'transfer_signed',
      transferId,
      direction: 'deposit',
      subjectId: depositId,
      user,
      amountMicroUsdc: Number(amount),
      recipientAccount: bytesOfAddress(proxy.token),
      ...ALONE,
      sourceSignature: signatureBytes(kept.signature),
      sourceBytes: kept.wireBytes,
      lastValidBlockHeight: kept.lastValidBlockHeight,
    },
  };
}

/** Money in the vault, and a debit and burn of it that is final, as the worker hands it over. */
export async function burnedWithdrawal(
  world: World,
  recipient: Signer,
  amount = 3_000_000n,
): Promise<HandedOver<'transfer_burned'>> {
  const withdrawalId = freshId();
  const user = freshId();
  const { ext, main, vaultProgram } = world.chainsFile();
  const vault = await vaultAt(vaultProgram, main.usdc);
  await world.give('main', { to: vault.state, mint: main.usdc, amount: PAID_ON_MAIN_MICRO_USDC });
  const operator = await world.signerOf('operator');
  const transferId = withdrawalTransferId(withdrawalId);
  const message = await bridgeMessageSigner(MASTER, new TextEncoder().encode(transferId));
  const own = await associatedTokenAddress(operator.address, main.usdc);
  const account = await associatedTokenAddress(recipient.address, ext.usdc);
  const payer = operator.address;
  const { tokenBridge, coreBridge: core, wormholeChainId: chainId } = main;
  const request: TransactionRequest = {
    feePayer: operator,
    signers: [message],
    computeUnits: 400_000,
    instructions: [
      await createAssociatedToken({ payer, owner: payer, mint: main.usdc }),
      await initProxyWallet(vault, { payer, user }),
      await debitVault(vault, {
        operator: payer,
        user,
        paymentSeq: 1n,
        withdrawalId,
        amount,
        recipientToken: own,
      }),
      ...(await transferOut(
        { core, tokenBridge, chainId },
        {
          kind: 'wrapped',
          payer,
          from: own,
          fromOwner: payer,
          mint: main.usdc,
          amount,
          toChainId: ext.wormholeChainId,
          to: bytesOfAddress(account),
          message: message.address,
        },
      )),
    ],
  };
  const kept = await world.sent('main', request);
  return {
    user,
    message: {
      kind: 'transfer_burned',
      transferId,
      direction: 'withdrawal',
      subjectId: withdrawalId,
      user,
      amountMicroUsdc: Number(amount),
      recipientAccount: bytesOfAddress(account),
      ...ALONE,
      sourceSignature: signatureBytes(kept.signature),
    },
  };
}

/** The worker's row, by which the relayer knows the recipient's wallet. */
export async function recordedWithdrawal(
  withdrawals: WithdrawalStore,
  { message, user }: HandedOver<'transfer_burned'>,
  recipient: Signer,
  gasItems: readonly GasItem[] | null = null,
): Promise<void> {
  const accepted = {
    withdrawalId: message.subjectId,
    user,
    amountMicroUsdc: message.amountMicroUsdc + 1,
    gasFeeMicroUsdc: 1,
    chain: 'ext',
    recipientKind: 'recipient_ext',
    recipient: bytesOfAddress(recipient.address),
    allowProgramAddress: false,
    nonce: 1,
    builder: null,
    acceptedSeq: 1,
    paymentSeq: 1,
    gasItems,
  } as const;
  const after = await withdrawals.eventCursor();
  const to = { seq: (after?.seq ?? 0) + 1, index: 0 };
  await withdrawals.takeEvents({ after, to, accepted: [accepted], nowMs: 1 });
}

export const handOver = (
  parts: RelayerParts,
  { message }: HandedOver<'transfer_signed'> | HandedOver<'transfer_burned'>,
): Promise<void> =>
  takeTransfer({ messageId: `transfer:${message.transferId}`, message, delivery: 1 }, parts);

/** Time in which every wait and lease is over at the next look. */
export function leapingClock(): () => number {
  let nowMs = Date.now();
  return () => (nowMs += 120_000);
}

/** Ticks until the transfer is in the state, or over. */
export async function runUntil(
  parts: RelayerParts,
  transferId: string,
  state: TransferState,
): Promise<TransferRow> {
  const worker = new TransferWorker(parts);
  for (;;) {
    const row = await parts.stores.transfers.byId(transferId);
    if (row !== null && (row.state === state || isTransferOver(row))) return row;
    await tickOf(worker);
  }
}

/** A process a tick, each killed one await later than the one before it, until a tick outlives all its awaits. */
export async function runDying(
  parts: RelayerParts,
  transferId: string,
  when: 'before' | 'after',
): Promise<{ readonly row: TransferRow; readonly deaths: number }> {
  let deaths = 0;
  for (let at = 1; ;) {
    const row = await parts.stores.transfers.byId(transferId);
    if (row !== null && isTransferOver(row)) return { row, deaths };
    const interruption = new Interruption(at, when);
    const worker = new TransferWorker(interrupted(parts, interruption));
    const end = await survives(() => worker.tick());
    // One that the world failed is lived again.
    if (end === 'failed') continue;
    at = interruption.isDead ? at + 1 : 1;
    if (interruption.isDead) deaths++;
  }
}

export const proxyOf = async (world: World, user: Uint8Array) => {
  const { main, vaultProgram } = world.chainsFile();
  return (await proxyWalletOf(await vaultAt(vaultProgram, main.usdc), user)).wallet;
};
