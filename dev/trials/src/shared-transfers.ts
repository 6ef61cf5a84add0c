/** What the chains show a stranger of a shared transfer, and what anybody may do about it. No part of the exchange is asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  TransactionSearch,
  addressOf,
  associatedTokenAddress,
  bytesOfAddress,
  canBePaid,
  closeTokenAccount,
  connectPlace,
  findDebit,
  newSigner,
  parseSecretKey,
  paySplit,
  readChainsFile,
  signerFromSeed,
  splitAccountOf,
  tokenTransfersIn,
  transferMessagesIn,
  vaultAt,
} from '@bellwether/chain';
import type { Address, Chain, Instruction, Signer, SplitList } from '@bellwether/chain';
import { fromHex } from '@bellwether/codec';
import { silent } from '@bellwether/funding-testbed';
import { z } from 'zod';
import { whenThere } from '../../e2e/src/eventually';
import type { Exchange } from '../../e2e/src/exchange';
import { LocalChainRpc } from '../../e2e/src/local-chains';

const LAMPORTS = 1_000_000_000;
const FREEZE = 10;
const THAW = 11;
const [READ, WRITE, SIGNS] = [0, 1, 2];
const keyFiles = z.object({ keyFiles: z.object({ faucet: z.string() }) });
type ChainName = 'ext' | 'main';

export class SharedTransfers {
  private readonly file;
  private readonly chains: Readonly<Record<ChainName, Chain>>;

  private constructor(
    private readonly exchange: Exchange,
    private readonly payer: Signer,
  ) {
    this.file = readChainsFile(join(exchange.dataDir, 'chains.json'));
    const { ext, main } = this.file;
    this.chains = {
      ext: connectPlace('ext', ext, { log: silent }),
      main: connectPlace('main', main, { log: silent }),
    };
  }

  /** With lamports on both chains. */
  static async of(exchange: Exchange): Promise<SharedTransfers> {
    const payer = await newSigner();
    for (const chain of ['ext', 'main'] as const) {
      await new LocalChainRpc(exchange, chain).airdrop(payer.address, LAMPORTS);
    }
    return new SharedTransfers(exchange, payer);
  }

  /** The list of the message that pays a withdrawal, once that is final. */
  async listOfWithdrawal(withdrawalId: string): Promise<SplitList> {
    const { main, vaultProgram } = this.file;
    const vault = await vaultAt(vaultProgram, main.usdc);
    const search = new TransactionSearch(this.chains.main);
    const { final, beside } = await whenThere(() =>
      findDebit(search, vault, fromHex(withdrawalId, 32)!),
    );
    return this.listOf('main', final.transaction, {
      accounts: beside.map(({ paidThere }) => paidThere!),
      amounts: beside.map(({ event }) => event.amount),
    });
  }

  /**
   * The list of the message that brings deposits, once its transaction is final.
   * @param proxies the proxy wallets, by deposit address
   */
  async listOfDeposits(
    signature: string,
    proxies: ReadonlyMap<string, string>,
  ): Promise<SplitList> {
    const { ext, main } = this.file;
    const { transaction } = await whenThere(() => this.chains.ext.findTransaction(signature));
    const paidFrom = new Map<Address, Address>();
    for (const [from, to] of proxies) {
      const source = await associatedTokenAddress(from as Address, ext.usdc);
      paidFrom.set(source, await associatedTokenAddress(to as Address, main.usdc));
    }
    const collected = tokenTransfersIn(transaction).filter(({ source }) => paidFrom.has(source));
    return this.listOf('ext', transaction, {
      accounts: collected.map(({ source }) => paidFrom.get(source)!),
      amounts: collected.map(({ amount }) => amount),
    });
  }

  private listOf(
    chain: ChainName,
    transaction: Parameters<typeof tokenTransfersIn>[0],
    paid: { readonly accounts: readonly Address[]; readonly amounts: readonly bigint[] },
  ): SplitList {
    const { wormholeChainId: chainId, coreBridge: core, tokenBridge } = this.file[chain];
    const [message] = transferMessagesIn({ chainId, core, tokenBridge }, transaction);
    return {
      salt: bytesOfAddress(message!),
      rentTo: bytesOfAddress(this.file.relayer),
      entries: paid.accounts.map((account, at) => ({
        account: bytesOfAddress(account),
        amountMicroUsdc: Number(paid.amounts[at]),
      })),
    };
  }

  /** Whose associated token account is the split account. */
  async ownerOf(chain: ChainName, list: SplitList): Promise<string> {
    return (await splitAccountOf(this.file.splitProgram, this.file[chain].usdc, list)).owner;
  }

  /** Pays out of the split account whom it can. */
  async pay(chain: ChainName, list: SplitList): Promise<void> {
    const { usdc: mint } = this.file[chain];
    const recipients = list.entries.map(({ account }) => addressOf(account));
    const { accounts } = await this.chains[chain].readAccounts(recipients);
    const payable = accounts.map((account) => canBePaid(account, mint));
    const request = { mint, split: list, payable, payer: this.payer.address };
    await this.send(chain, await paySplit(this.file.splitProgram, request));
  }

  /** By the issuer of USDC on ext. */
  async setFrozen(wallet: string, isFrozen: boolean): Promise<void> {
    const { usdc: mint } = this.file.ext;
    const text = readFileSync(join(this.exchange.dataDir, 'chains/network.json'), 'utf8');
    const { faucet } = keyFiles.parse(JSON.parse(text)).keyFiles;
    const issuer = await signerFromSeed(parseSecretKey(readFileSync(faucet, 'utf8'))!);
    const account = await associatedTokenAddress(wallet as Address, mint);
    const { program: programAddress } = (await this.chains.ext.readAccount(account))!;
    const accounts = [
      { address: account, role: WRITE },
      { address: mint, role: READ },
      { address: issuer.address, role: SIGNS },
    ];
    const data = new Uint8Array([isFrozen ? FREEZE : THAW]);
    await this.send('ext', [{ programAddress, accounts, data } as Instruction], [issuer]);
  }

  /** The wallet's own empty account of USDC on ext. */
  async close(wallet: Signer): Promise<void> {
    const account = await associatedTokenAddress(wallet.address, this.file.ext.usdc);
    const closing = { account, owner: wallet.address, destination: wallet.address };
    await this.send('ext', [closeTokenAccount(closing)], [wallet]);
  }

  private async send(
    chain: ChainName,
    instructions: Instruction[],
    signers: readonly Signer[] = [],
  ): Promise<void> {
    const request = { instructions, signers, feePayer: this.payer, computeUnits: 400_000 };
    for (;;) {
      const kept = await this.chains[chain].buildTransaction(request);
      const end = await whenThere(async () => {
        const now = await this.chains[chain].advance(kept);
        return now.state === 'final' || now.state === 'expired' ? now : undefined;
      });
      // On a busy machine its blockhash may have aged before it came to the chain.
      if (end.state === 'expired') continue;
      if (end.error !== null) throw new Error(`refused on ${chain}: ${end.error}`);
      return;
    }
  }
}
