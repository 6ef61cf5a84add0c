/** Messages that several transfers share, and strangers who complete them and pay. */
import {
  addressOf,
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  completeTransfer,
  createAssociatedToken,
  isPosted,
  newSigner,
  paySplit,
  postingSteps,
  proxyWalletOf,
  readGuardianSet,
  signatureBytes,
  splitAccountOf,
  transferLamports,
  transferOut,
  transferTokens,
  vaultAt,
} from '@bellwether/chain';
import type { Address, BridgeSide, Signer } from '@bellwether/chain';
import {
  depositTransferId,
  encodeSplit,
  splitSum,
  withdrawalTransferId,
} from '@bellwether/funding';
import type { GasItem, Split } from '@bellwether/funding';
import type { WithdrawalStore } from '@bellwether/persistence';
import { decodeVaa } from '@bellwether/wormhole';
import type { Vaa } from '@bellwether/wormhole';
import { freshId, recordedWithdrawal } from './transfers-under-test';
import type { HandedOver } from './transfers-under-test';
import type { World } from './world';

const MASTER = new Uint8Array(32).fill(0x32);
const USDC_DECIMALS = 6;
export const RENT_ITEM: readonly GasItem[] = [{ kind: 'account_rent', microUsdc: 1 }];

/** The list of these accounts, which are paid 1, 2, 3… USDC and as many micro-USDC. */
export async function listOf(
  world: World,
  message: Signer,
  accounts: readonly Address[],
): Promise<Split> {
  return {
    salt: bytesOfAddress(message.address),
    rentTo: bytesOfAddress(world.chainsFile().relayer),
    entries: accounts.map((account, at) => ({
      account: bytesOfAddress(account),
      amountMicroUsdc: (at + 1) * 1_000_001,
    })),
  };
}

export interface Shared {
  readonly transfers: readonly HandedOver<'transfer_burned'>[];
  readonly recipients: readonly Signer[];
  readonly split: Split;
}

/**
 * Withdrawals whose burn is final. Whether their vault's debits are in the same transaction is no matter of the
 * relayer's.
 * @param gasItems by withdrawal: whether its fee pays for its recipient's account
 * @param given its recipient; default: new ones
 */
export async function sharedBurn(
  world: World,
  withdrawals: WithdrawalStore,
  gasItems: readonly (readonly GasItem[])[],
  given?: readonly Signer[],
): Promise<Shared> {
  const { ext, main, splitProgram } = world.chainsFile();
  const recipients = given ?? (await Promise.all(gasItems.map(() => newSigner())));
  const accounts = recipients.map(({ address }) => associatedTokenAddress(address, ext.usdc));
  const ids = recipients.map(() => freshId());
  const message = await bridgeMessageSigner(MASTER, ids[0]!);
  const split = await listOf(world, message, await Promise.all(accounts));
  const operator = await world.signerOf('operator');
  const amount = BigInt(splitSum(split));
  await world.give('main', { to: operator.address, mint: main.usdc, amount });
  const { tokenBridge, coreBridge: core, wormholeChainId: chainId } = main;
  const { token } = await splitAccountOf(splitProgram, ext.usdc, split);
  const instructions = await transferOut(
    { core, tokenBridge, chainId },
    {
      kind: 'wrapped',
      payer: operator.address,
      from: await associatedTokenAddress(operator.address, main.usdc),
      fromOwner: operator.address,
      mint: main.usdc,
      amount,
      toChainId: ext.wormholeChainId,
      to: bytesOfAddress(token),
      message: message.address,
    },
  );
  const request = { feePayer: operator, signers: [message], computeUnits: 400_000, instructions };
  const sourceSignature = signatureBytes((await world.sent('main', request)).signature);
  const transfers = ids.map((withdrawalId, share) => {
    const user = freshId();
    const { account: recipientAccount, amountMicroUsdc } = split.entries[share]!;
    const message = {
      kind: 'transfer_burned',
      transferId: withdrawalTransferId(withdrawalId),
      direction: 'withdrawal',
      subjectId: withdrawalId,
      user,
      amountMicroUsdc,
      recipientAccount,
      split: encodeSplit(split),
      share,
      sourceSignature,
    } as const;
    return { user, message };
  });
  for (const [at, transfer] of transfers.entries()) {
    await recordedWithdrawal(withdrawals, transfer, recipients[at]!, gasItems[at]);
  }
  return { transfers, recipients, split };
}

/** Deposits that leave one account of ext together, signed and not sent, to proxy wallets with accounts. */
export async function sharedDeposit(
  world: World,
  count: number,
): Promise<{ readonly split: Split; readonly transfers: HandedOver<'transfer_signed'>[] }> {
  const { ext, main, splitProgram, vaultProgram } = world.chainsFile();
  const vault = await vaultAt(vaultProgram, main.usdc);
  const users = Array.from({ length: count }, () => freshId());
  const proxies = await Promise.all(users.map((user) => proxyWalletOf(vault, user)));
  const ids = users.map(() => freshId());
  const message = await bridgeMessageSigner(MASTER, ids[0]!);
  const split = await listOf(
    world,
    message,
    proxies.map(({ token }) => token),
  );
  const payer = await world.signerOf('operator');
  const amount = BigInt(splitSum(split));
  await world.give('ext', { to: payer.address, mint: ext.usdc, amount });
  const { token } = await splitAccountOf(splitProgram, main.usdc, split);
  const { tokenBridge, coreBridge: core, wormholeChainId: chainId } = ext;
  const instructions = await transferOut(
    { core, tokenBridge, chainId },
    {
      kind: 'native',
      payer: payer.address,
      from: await associatedTokenAddress(payer.address, ext.usdc),
      fromOwner: payer.address,
      mint: ext.usdc,
      amount,
      toChainId: main.wormholeChainId,
      to: bytesOfAddress(token),
      message: message.address,
    },
  );
  const request = { instructions, feePayer: payer, signers: [message] };
  const kept = await world.chains.ext.buildTransaction(request);
  const transfers = users.map((user, share) => {
    const { account: recipientAccount, amountMicroUsdc } = split.entries[share]!;
    const message = {
      kind: 'transfer_signed',
      transferId: depositTransferId(ids[share]!, 1),
      direction: 'deposit',
      subjectId: ids[share]!,
      user,
      amountMicroUsdc,
      recipientAccount,
      split: encodeSplit(split),
      share,
      sourceSignature: signatureBytes(kept.signature),
      sourceBytes: kept.wireBytes,
      lastValidBlockHeight: kept.lastValidBlockHeight,
    } as const;
    return { user, message };
  });
  return { split, transfers };
}

/** Somebody with lamports and USDC, and nothing of ours. */
export class Stranger {
  private constructor(
    private readonly world: World,
    private readonly key: Signer,
  ) {}

  static async with(world: World): Promise<Stranger> {
    const key = await newSigner();
    await world.give('ext', { to: key.address, amount: 10n ** 10n });
    return new Stranger(world, key);
  }

  /** Makes the split account, which is nobody's to refuse, and completes; both as any client of the bridge does. */
  async completes(vaaBytes: Uint8Array, split: Split): Promise<void> {
    const { coreBridge: core, tokenBridge, wormholeChainId: chainId } = this.world.chainsFile().ext;
    const side = { core, tokenBridge, chainId };
    const vaa = decodeVaa(vaaBytes);
    if (!(await isPosted(this.world.chains.ext, side, vaa))) await this.posts(side, vaa);
    const completing = await completeTransfer(side, { payer: this.key.address, vaa });
    await this.send([await this.making(split), completing]);
  }

  private async posts(side: BridgeSide, vaa: Vaa): Promise<void> {
    const { ext } = this.world.chains;
    const guardianSet = await readGuardianSet(ext, side, vaa.guardianSetIndex);
    const set = await newSigner();
    const posting = { payer: this.key.address, vaa, guardianSet, signatureSet: set.address };
    for (const { instructions, isSignedBySignatureSet } of await postingSteps(side, posting)) {
      const signers = isSignedBySignatureSet ? [set] : [];
      await this.world.sent('ext', { instructions, feePayer: this.key, signers });
    }
  }

  async makes(split: Split): Promise<void> {
    await this.send([await this.making(split)]);
  }

  /** USDC into a split account that is there. */
  async adds(split: Split, amount: bigint): Promise<void> {
    const { ext, splitProgram } = this.world.chainsFile();
    const { address: owner } = this.key;
    await this.world.give('ext', { to: owner, mint: ext.usdc, amount });
    const { token: destination } = await splitAccountOf(splitProgram, ext.usdc, split);
    const source = await associatedTokenAddress(owner, ext.usdc);
    const moved = { source, destination, owner, mint: ext.usdc, decimals: USDC_DECIMALS, amount };
    await this.send([transferTokens(moved)]);
  }

  /** @param payable by entry */
  async pays(split: Split, payable: readonly boolean[]): Promise<void> {
    const { ext, splitProgram } = this.world.chainsFile();
    const request = { mint: ext.usdc, split, payable, payer: this.key.address };
    await this.send(await paySplit(splitProgram, request));
  }

  /** To the address of an account of the list that nobody has made. */
  async sendsLamports({ entries }: Split, share: number): Promise<void> {
    const to = addressOf(entries[share]!.account);
    const lamports = 1_000_000n;
    await this.send([transferLamports({ from: this.key.address, to, lamports })]);
  }

  private async making(split: Split) {
    const { ext, splitProgram } = this.world.chainsFile();
    const { owner } = await splitAccountOf(splitProgram, ext.usdc, split);
    return createAssociatedToken({ payer: this.key.address, owner, mint: ext.usdc });
  }

  private async send(instructions: Parameters<World['sent']>[1]['instructions']): Promise<void> {
    const request = { instructions, feePayer: this.key, computeUnits: 400_000 };
    await this.world.sent('ext', request);
  }
}

/** What a wallet of a list holds, of ext. */
export const heldBy = (world: World, recipients: readonly Signer[]): Promise<bigint[]> =>
  Promise.all(recipients.map(({ address }) => world.usdcOf('ext', address)));

export const amountsOf = ({ entries }: Split): bigint[] =>
  entries.map(({ amountMicroUsdc }) => BigInt(amountMicroUsdc));

/** A token account of ext is frozen, or is not any more, by the authority of the mint. */
export async function setFrozen(world: World, owner: Address, isFrozen: boolean): Promise<void> {
  const { usdc: mint } = world.chainsFile().ext;
  const faucet = await world.signerOf('faucet');
  const payer = await world.signerOf('operator');
  const account = await associatedTokenAddress(owner, mint);
  const program = (await world.chains.ext.readAccount(account))!.program;
  const accounts = [
    { address: account, role: 1 },
    { address: mint, role: 0 },
    { address: faucet.address, role: 2 },
  ];
  const data = new Uint8Array([isFrozen ? 10 : 11]);
  const instructions = [{ programAddress: program, accounts, data }];
  await world.sent('ext', { instructions, feePayer: payer, signers: [faucet] });
}
