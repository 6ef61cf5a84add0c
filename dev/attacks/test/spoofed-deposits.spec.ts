/**
 * False deposits, by transactions that anyone may send: a program of the attacker's that logs what the vault would,
 * failed transactions, truncated logs, tokens that look like USDC, accounts that change owners.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createAssociatedToken,
  creditProxy,
  initProxyWallet,
  newSigner,
  parseAddress,
  proxyWalletOf,
  transferTokens,
} from '@bellwether/chain';
import type { Address, Instruction, Vault } from '@bellwether/chain';
import { encode, parsePublicKey } from '@bellwether/codec';
import { VAULT_EVENTS } from '@bellwether/vault-program';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  AuthorityType,
  TOKEN_PROGRAM_ADDRESS,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import { AccountRole, createNoopSigner } from '@solana/kit';
import { expectOk } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import { depositStatus } from '../../e2e/src/funding-answers';
import {
  creditedDeposit,
  depositOnce,
  faucet,
  fundedSolvencyOf,
  newDepositor,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { USDC, balanceOf } from '../../e2e/src/scenario';
import { attackedExchange } from '../src/attacked-exchange';
import { deployProgram } from '../src/deploy-program';
import { OnChain, vaultOf } from '../src/on-chain';

const exchange = attackedExchange();
const LIAR = readFileSync(new URL('../programs/liar.so', import.meta.url));
const AS_EVENT = 0;
const AS_TEXT = 1;
const UNTIL_CUT_OFF = 2;
const AND_FAIL = 3;
const DECIMALS = 6;
const MINT_BYTES = 82;
const RICHES = 1_000_000 * USDC;

let main: OnChain;
let ext: OnChain;
let liar: Address;
let vault: Vault;
const bytesOf = (user: string): Uint8Array => parsePublicKey(user)!;
const addressOf = (text: string): Address => parseAddress(text)!;

/** What the vault logs when it credits. */
async function creditEvent(user: string): Promise<Uint8Array> {
  const layout = VAULT_EVENTS.find(({ kind }) => kind === 'Credit')!.layout;
  const { wallet } = await proxyWalletOf(vault, bytesOf(user));
  return encode(layout as Parameters<typeof encode<object>>[0], {
    user: bytesOf(user),
    proxy: bytesOf(wallet),
    amount: BigInt(RICHES),
    creditSeq: 1n,
  });
}

/** The attacker's program logs it, with all accounts of the vault and of the user in the transaction. */
async function said(how: number, user: string, what: Uint8Array): Promise<Instruction> {
  const { wallet, token } = await proxyWalletOf(vault, bytesOf(user));
  const named = [vault.program, vault.state, vault.token, wallet, token];
  return {
    programAddress: liar,
    accounts: named.map((address) => ({ address, role: AccountRole.READONLY })),
    data: Uint8Array.of(how, ...what),
  };
}

/** Sends the attacker's USDC into the user's proxy wallet. It creates the wallet if it is missing, and credits it. */
async function credited(user: string, amount: number): Promise<Instruction[]> {
  const payer = main.key.address;
  const { wallet, token } = await proxyWalletOf(vault, bytesOf(user));
  return [
    await createAssociatedToken({ payer, owner: wallet, mint: vault.mint }),
    await initProxyWallet(vault, { payer, user: bytesOf(user) }),
    await usdcTo(main, token, amount),
    await creditProxy(vault, { user: bytesOf(user) }),
  ];
}

const usdcTo = async (from: OnChain, destination: Address, amount: number): Promise<Instruction> =>
  transferTokens({
    source: await from.usdcAccountOf(from.key.address),
    destination,
    owner: from.key.address,
    mint: addressOf(from.rpc.usdc),
    decimals: DECIMALS,
    amount: BigInt(amount),
  });

/** A token of the attacker's own, of which it can mint any amount. */
async function counterfeit(owner: string): Promise<string> {
  const payer = createNoopSigner(ext.key.address);
  const mint = await newSigner();
  const account = createNoopSigner(mint.address);
  const to = await createAssociatedToken({
    payer: ext.key.address,
    owner: addressOf(owner),
    mint: mint.address,
  });
  const token = to.accounts![1]!.address;
  const made = [
    getCreateAccountInstruction({
      payer,
      newAccount: account,
      lamports: 1_461_600n,
      space: MINT_BYTES,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({
      mint: mint.address,
      decimals: DECIMALS,
      mintAuthority: ext.key.address,
    }),
    to,
    getMintToInstruction({
      mint: mint.address,
      token,
      mintAuthority: payer,
      amount: BigInt(RICHES),
    }),
  ];
  return ext.send(made, [mint]);
}

/** What an attack sends for its user, and what it really paid in. */
interface Attack {
  readonly title: string;
  readonly truth: number;
  /** True if its transaction succeeds. */
  readonly lands: boolean;
  readonly on: 'ext' | 'main';
  /** @returns the transaction */
  send(user: Depositor): Promise<string>;
}

const ATTACKS: readonly Attack[] = [
  {
    title: "another program's log of the vault's event",
    truth: 0,
    lands: true,
    on: 'main',
    send: async ({ user }) => main.send([await said(AS_EVENT, user, await creditEvent(user))]),
  },
  {
    title: 'a text of lines as the vault logs them',
    truth: 0,
    lands: true,
    on: 'main',
    send: async ({ user }) => {
      const event = Buffer.from(await creditEvent(user)).toString('base64');
      const vaultId = vault.program;
      const text = `\nProgram ${vaultId} invoke [1]\nProgram data: ${event}\nProgram ${vaultId} success`;
      return main.send([await said(AS_TEXT, user, Buffer.from(text))]);
    },
  },
  {
    title: 'a credit in a transaction that fails after it',
    truth: 0,
    lands: false,
    on: 'main',
    send: async ({ user }) =>
      main.send([
        ...(await credited(user, 3 * USDC)),
        await said(AND_FAIL, user, await creditEvent(user)),
      ]),
  },
  {
    title: 'a true credit behind a log that is full, with a false one before it',
    truth: 2 * USDC,
    lands: true,
    on: 'main',
    send: async ({ user }) =>
      main.send([
        await said(AS_EVENT, user, await creditEvent(user)),
        await said(UNTIL_CUT_OFF, user, Buffer.alloc(500, 'x')),
        ...(await credited(user, 2 * USDC)),
      ]),
  },
  {
    title: 'a token that has the decimals of USDC and is none',
    truth: 0,
    lands: true,
    on: 'ext',
    send: ({ depositAddress }) => counterfeit(depositAddress),
  },
  {
    title: 'a transfer of USDC in a transaction that fails after it',
    truth: 0,
    lands: false,
    on: 'ext',
    send: async ({ depositAddress }) => {
      const account = await ext.usdcAccountOf(addressOf(depositAddress));
      return ext.send([
        await createAssociatedToken({
          payer: ext.key.address,
          owner: addressOf(depositAddress),
          mint: addressOf(ext.rpc.usdc),
        }),
        await usdcTo(ext, account, 5 * USDC),
        await usdcTo(ext, account, RICHES),
      ]);
    },
  },
  {
    title: 'an account with USDC that is given to the deposit address',
    truth: 0,
    lands: true,
    on: 'ext',
    send: async ({ depositAddress }) => {
      const giver = await OnChain.with(exchange, 'ext');
      await giver.rpc.mint(giver.key.address, 3 * USDC);
      return giver.send([
        getSetAuthorityInstruction({
          owned: await giver.usdcAccountOf(giver.key.address),
          owner: createNoopSigner(giver.key.address),
          authorityType: AuthorityType.AccountOwner,
          newAuthority: addressOf(depositAddress),
        }),
      ]);
    },
  },
];

const sent = new Map<Attack, { readonly user: string; readonly signature: string }>();

/**
 * All attacks at once, then true deposits: when these are found, everything before them on the chains has been read.
 */
beforeAll(async () => {
  [main, ext, vault] = await Promise.all([
    OnChain.with(exchange, 'main'),
    OnChain.with(exchange, 'ext'),
    vaultOf(exchange),
  ]);
  await main.rpc.mint(main.key.address, 100 * USDC);
  await ext.rpc.mint(ext.key.address, 100 * USDC);
  liar = await deployProgram(main, LIAR);
  for (const attack of ATTACKS) {
    const depositor = await newDepositor(exchange);
    sent.set(attack, { user: depositor.user, signature: await attack.send(depositor) });
  }
  const honest = await newDepositor(exchange);
  const { user, depositAddress, proxyWallet } = honest;
  const gift = (chain: 'ext' | 'main', address: string, amount: number) =>
    faucet(exchange, { chain, address, token: 'usdc', amount });
  const onMain = await gift('main', proxyWallet, USDC);
  const onExt = await gift('ext', depositAddress, USDC / 2);
  await creditedDeposit(exchange, { user, signature: onMain });
  await depositOnce(exchange, { user, signature: onExt }, ({ phase }) => phase === 'rejected');
});

async function creditedSum(user: string): Promise<number> {
  const answer = await exchange.get(`/v1/deposit/status/${user}`);
  const { deposits } = expectOk(depositStatus, answer);
  return deposits.reduce((total, one) => total + one.credited_micro_usdc, 0);
}

describe('nobody is credited more than came', () => {
  it.each(ATTACKS)('by $title', async (attack) => {
    const { truth, lands, on } = attack;
    const { user, signature } = sent.get(attack)!;
    const { error } = await { main, ext }[on].ended(signature);
    expect(error === null).toBe(lands);
    await eventually(
      () => creditedSum(user),
      (sum) => sum >= truth,
    );
    expect(await creditedSum(user)).toBe(truth);
    const { total } = await balanceOf(exchange, user);
    expect(total).toBeLessThanOrEqual(truth);
    expect(total > 0).toBe(truth > 0);
  });

  it('and the ledger is what the chains hold', async () => {
    expect(await fundedSolvencyOf(exchange)).toMatchObject({ difference: 0 });
  });
});
