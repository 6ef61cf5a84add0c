/** Only wallets get money: many addresses of each kind, made as the chains make them, on a chain in memory. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  addressOf,
  associatedTokenAddress,
  bytesOfAddress,
  parseAddress,
  proxyWalletOf,
  vaultAt,
} from '@bellwether/chain';
import type { Address, ChainAccount, Vault } from '@bellwether/chain';
import { encode } from '@bellwether/codec';
import type { NotAWallet } from '@bellwether/funding';
import type { NumberedWatch } from '@bellwether/persistence';
import { vaultStateAccount } from '@bellwether/vault-program';
import type { VaultState } from '@bellwether/vault-program';
import { payeeNow, requireWallet } from './payee';
import type { Payee, PayeeParts } from './payee';

const EACH = 40;
/** So many that twice as many keys as there are in the mean are no accident. */
const MADE_UP = 400;
const PROGRAM = addressOf(randomBytes(32));
const USDC = { ext: addressOf(randomBytes(32)), main: addressOf(randomBytes(32)) };

/** What a wallet program makes: a key pair's public half. */
const publicKey = (): Uint8Array =>
  new Uint8Array(
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
  );

const tokenAccount = (mint: Address, owner: Address, state = 1): Uint8Array => {
  const data = new Uint8Array(165);
  data.set(bytesOfAddress(mint), 0);
  data.set(bytesOfAddress(owner), 32);
  data[108] = state;
  return data;
};
const mintData = (): Uint8Array => {
  const data = new Uint8Array(82);
  data[45] = 1;
  return data;
};

class Chain {
  readonly accounts = new Map<Address, ChainAccount>();

  put(address: Address, program: Address, data: Uint8Array = new Uint8Array()): Address {
    this.accounts.set(address, { address, program, data, lamports: 1n });
    return address;
  }

  readonly readAccount = async (address: Address) => this.accounts.get(address) ?? null;
  readonly readAccounts = async (addresses: readonly Address[]) => ({
    slot: 1,
    sinceSlot: 1,
    accounts: addresses.map((address) => this.accounts.get(address) ?? null),
  });
}

let vault: Vault;
let chain: Chain;
let watches: NumberedWatch[];
const noted: Uint8Array[] = [];
let parts: PayeeParts;
const side = () => ({
  chainId: 1,
  core: addressOf(randomBytes(32)),
  tokenBridge: addressOf(randomBytes(32)),
});

beforeAll(async () => {
  vault = await vaultAt(PROGRAM, USDC.main);
  chain = new Chain();
  watches = [];
  parts = {
    vault,
    usdc: USDC,
    sides: { ext: side(), main: side() },
    chains: { ext: chain, main: chain },
    stores: {
      keys: { has: async (asked) => noted.some((key) => Buffer.from(key).equals(asked)) },
      watched: {
        withPlaces: async ([asked]) =>
          watches.filter((one) =>
            [one.depositAddress, one.proxyWallet, one.proxyUsdcAccount].some((place) =>
              Buffer.from(place).equals(asked!),
            ),
          ),
      },
    },
  };
});

const watched = async () => {
  const user = publicKey();
  const [deposit, proxy] = [publicKey(), await proxyWalletOf(vault, user)];
  const watch = {
    watchId: watches.length + 1,
    user,
    depositAddress: deposit,
    depositUsdcAccount: bytesOfAddress(await associatedTokenAddress(addressOf(deposit), USDC.ext)),
    proxyWallet: bytesOfAddress(proxy.wallet),
    proxyUsdcAccount: bytesOfAddress(proxy.token),
    createdMs: 0,
  };
  watches = [watch];
  return watch;
};
const withAccount = (program: Address, data?: () => Uint8Array) => async () =>
  chain.put(addressOf(publicKey()), program, data?.());
const ata = (program?: Address) => async () =>
  associatedTokenAddress(addressOf(publicKey()), USDC.ext, program);
const known = (text: string): Address => parseAddress(text)!;
const LOADER = known('BPFLoaderUpgradeab1e11111111111111111111111');

/** By kind: how such an address comes to be, and what it must be taken for. */
const KINDS: readonly (readonly [
  string,
  NotAWallet | null,
  () => Promise<Address | Uint8Array>,
])[] = [
  ['a wallet that has no account', null, async () => publicKey()],
  ['a wallet that has lamports', null, withAccount(SYSTEM_PROGRAM)],
  [
    'a wallet with USDC',
    null,
    async () => {
      const wallet = chain.put(addressOf(publicKey()), SYSTEM_PROGRAM);
      const at = await associatedTokenAddress(wallet, USDC.ext);
      chain.put(at, TOKEN_PROGRAM, tokenAccount(USDC.ext, wallet));
      return wallet;
    },
  ],
  [
    'a wallet to whose token account somebody sent lamports',
    null,
    async () => {
      const wallet = addressOf(publicKey());
      chain.put(await associatedTokenAddress(wallet, USDC.ext), SYSTEM_PROGRAM);
      return wallet;
    },
  ],
  [
    'a token account',
    'token_account',
    async () => {
      const owner = addressOf(publicKey());
      const at = await associatedTokenAddress(owner, USDC.ext);
      return chain.put(at, TOKEN_PROGRAM, tokenAccount(USDC.ext, owner));
    },
  ],
  [
    'a token account at a key',
    'token_account',
    withAccount(TOKEN_PROGRAM, () => tokenAccount(USDC.ext, addressOf(publicKey()))),
  ],
  [
    'a token account of the newer program',
    'token_account',
    withAccount(TOKEN_2022_PROGRAM, () => tokenAccount(USDC.ext, addressOf(publicKey()))),
  ],
  ['a token account that was never made', 'derived_address', ata()],
  ['one of the newer program', 'derived_address', ata(TOKEN_2022_PROGRAM)],
  [
    'a token account that was closed, with lamports sent to it since',
    'derived_address',
    async () => chain.put(await ata()(), SYSTEM_PROGRAM),
  ],
  ['a mint', 'mint', withAccount(TOKEN_PROGRAM, mintData)],
  ['a program', 'program', withAccount(LOADER, () => new Uint8Array(36))],
  [
    'a sysvar',
    'sysvar',
    withAccount(known('Sysvar1111111111111111111111111111111111111'), () => new Uint8Array(17)),
  ],
  [
    'a stake account',
    'program_account',
    withAccount(known('Stake11111111111111111111111111111111111111'), () => new Uint8Array(200)),
  ],
  ['a durable nonce', 'nonce_account', withAccount(SYSTEM_PROGRAM, () => new Uint8Array(80))],
  [
    'a derived address',
    'derived_address',
    async () => (await proxyWalletOf(vault, publicKey())).wallet,
  ],
  ['a deposit address', 'deposit_address', async () => (await watched()).depositAddress],
  ['a proxy wallet', 'proxy_wallet', async () => (await watched()).proxyWallet],
  ['the account of one', 'user_token_account', async () => (await watched()).proxyUsdcAccount],
  [
    'a wallet whose account was given away',
    'foreign_token_account',
    async () => {
      const wallet = addressOf(publicKey());
      const at = await associatedTokenAddress(wallet, USDC.ext);
      chain.put(at, TOKEN_PROGRAM, tokenAccount(USDC.ext, addressOf(publicKey())));
      return wallet;
    },
  ],
  [
    'a wallet whose account is frozen',
    'frozen_token_account',
    async () => {
      const wallet = addressOf(publicKey());
      const at = await associatedTokenAddress(wallet, USDC.ext);
      chain.put(at, TOKEN_PROGRAM, tokenAccount(USDC.ext, wallet, 2));
      return wallet;
    },
  ],
];

const stateOf = (keys: Pick<VaultState, 'admin' | 'operator' | 'registrar'>): Uint8Array =>
  encode(vaultStateAccount.layout, {
    version: 1,
    bump: 255,
    paused: false,
    dailyLimit: 0n,
    outflowDay: 0n,
    outflow: 0n,
    creditedTotal: 0n,
    debitedTotal: 0n,
    mint: publicKey(),
    vaultToken: publicKey(),
    ...keys,
  });

const payee = (
  recipient: Address | Uint8Array,
  isDefault = false,
  allowProgramAddress = false,
): Payee => ({
  chain: 'ext',
  recipient: typeof recipient === 'string' ? bytesOfAddress(recipient) : recipient,
  isDefault,
  allowProgramAddress,
  token: { mint: USDC.ext },
});

describe(`of ${EACH} addresses each is taken for what it is`, () => {
  it.each(KINDS)('%s: %s', async (_name, expected, made) => {
    for (let count = 0; count < EACH; count++) {
      chain.accounts.clear();
      watches = [];
      const to = payee(await made());
      const now = await payeeNow(to, parts);
      const said = now.kind === 'wallet' ? null : now.is;
      expect([said, addressOf(to.recipient)]).toEqual([expected, addressOf(to.recipient)]);
    }
  });

  it('made up, or mistyped: one in sixteen looks like a key, which no look at it can tell', async () => {
    let keys = 0;
    for (let count = 0; count < MADE_UP; count++) {
      keys +=
        (await payeeNow(payee(new Uint8Array(randomBytes(32))), parts)).kind === 'wallet' ? 1 : 0;
    }
    expect(keys).toBeLessThan(MADE_UP / 8);
  });
});

describe('where the payer signed that it may be the address of a program', () => {
  const offCurve = ata();
  const said = async (at: Address | Uint8Array): Promise<NotAWallet | null> => {
    const now = await payeeNow(payee(at, false, true), parts);
    return now.kind === 'wallet' ? null : now.is;
  };
  beforeEach(() => chain.accounts.clear());

  it('one off the curve is paid, with and without an account', async () => {
    expect(await said(await offCurve())).toBeNull();
    expect(await said(chain.put(await offCurve(), SYSTEM_PROGRAM))).toBeNull();
    const ofProgram = chain.put(await offCurve(), addressOf(publicKey()), new Uint8Array(40));
    expect(await said(ofProgram)).toBeNull();
  });

  it('a wallet is paid as before', async () => {
    expect(await said(publicKey())).toBeNull();
  });

  it.each(KINDS.filter(([, is]) => is !== null && is !== 'derived_address'))(
    '%s stays refused: %s',
    async (_name, expected, made) => {
      watches = [];
      expect(await said(await made())).toBe(expected);
    },
  );

  it('a token account, a nonce, a program off the curve stay refused', async () => {
    const data = tokenAccount(USDC.ext, addressOf(publicKey()));
    expect(await said(chain.put(await offCurve(), TOKEN_PROGRAM, data))).toBe('token_account');
    const nonce = chain.put(await offCurve(), SYSTEM_PROGRAM, new Uint8Array(80));
    expect(await said(nonce)).toBe('nonce_account');
    expect(await said(chain.put(await offCurve(), LOADER, new Uint8Array(36)))).toBe('program');
    expect(await said(vault.state)).toBe('exchange_program');
    expect(await said(vault.token)).toBe('exchange_program');
  });
});

it('the exchange’s own are refused: vault, bridge, mints, keys', async () => {
  const { core, tokenBridge } = parts.sides.main;
  const own = [vault.program, vault.state, vault.token, USDC.ext, USDC.main, core, tokenBridge];
  for (const address of own) {
    expect(await payeeNow(payee(address), parts)).toMatchObject({ is: 'exchange_program' });
  }
  noted.push(publicKey());
  expect(await payeeNow(payee(noted[0]!), parts)).toMatchObject({ is: 'exchange_key' });
  const keys = { admin: publicKey(), operator: publicKey(), registrar: publicKey() };
  chain.put(vault.state, vault.program, stateOf(keys));
  for (const key of Object.values(keys)) {
    expect(await payeeNow(payee(key), parts)).toMatchObject({ is: 'exchange_key' });
  }
});

it.each([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'Ed25519SigVerify111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Sysvar1nstructions1111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
  NATIVE_MINT,
])('%s is no wallet, also where the chain has no account of it', async (address) => {
  chain.accounts.clear();
  expect((await payeeNow(payee(known(address)), parts)).kind).toBe('not_a_wallet');
});

it('the own deposit address is a wallet of a withdrawal that names none, and of that alone', async () => {
  const { depositAddress, proxyWallet } = await watched();
  expect((await payeeNow(payee(depositAddress, true), parts)).kind).toBe('wallet');
  expect((await payeeNow(payee(depositAddress), parts)).kind).toBe('not_a_wallet');
  expect((await payeeNow(payee(proxyWallet, true), parts)).kind).toBe('not_a_wallet');
});

it('a refusal says what the address is', async () => {
  const at = await ata()();
  await expect(requireWallet(payee(at), parts)).rejects.toMatchObject({
    code: 'RECIPIENT_NOT_A_WALLET',
    details: { field: 'recipient_ext', value: at, is: 'derived_address' },
  });
});
