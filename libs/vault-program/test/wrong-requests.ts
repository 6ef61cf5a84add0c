/** Wrong values for every account and every authority of every instruction, and the error each is rejected with. */
import type { Address } from '@solana/kit';
import { VAULT_INSTRUCTIONS, vaultInstructionData, vaultSeeds } from '../src/index';
import { PROGRAM, bytesOf, derived, namedAddress, namedBytes } from './inhabitants';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-accounts';
import type { Change, InstructionName, VaultWorld } from './vault-world';

/** Prepares something wrong in the world, and returns how the request differs from the valid one. */
type Wrong = (world: VaultWorld) => Change | Promise<Change>;
type Case = readonly [title: string, wrong: Wrong, result: string];

const unsigned =
  (...names: string[]): Wrong =>
  () => ({ unsigned: names });
const readonly =
  (...names: string[]): Wrong =>
  () => ({ readonly: names });
const another =
  (name: string, make: (world: VaultWorld) => Address | Promise<Address>): Wrong =>
  async (world) => ({ addresses: { [name]: await make(world) } });

const stranger = (world: VaultWorld) => world.there.signers.stranger.address;
export const nobody = () => namedAddress('nobody');

/** An account with the same bytes as a real one, owned by another program. */
const forged = (of: (world: VaultWorld) => Address) => (world: VaultWorld) => {
  const copy = namedAddress('forged');
  world.put(copy, { programAddress: namedAddress('another program'), data: world.data(of(world)) });
  return copy;
};
/** Our account with some bytes changed. */
const altered = (of: (world: VaultWorld) => typeof PROGRAM, at: number, value: number): Wrong => {
  return (world) => {
    const data = world.data(of(world));
    data[at] = value;
    world.put(of(world), { programAddress: PROGRAM, data });
    return {};
  };
};
const stateOf = (world: VaultWorld): Address => world.there.state;
const proxyOf = (world: VaultWorld): Address => world.there.proxy;

const wrongState: readonly Case[] = [
  ['state: does not exist', another('state', nobody), 'NotInitialized'],
  ['state: of another program', another('state', forged(stateOf)), 'ForeignAccount'],
  ['state: a proxy', another('state', proxyOf), 'WrongAccountKind'],
  ['state: of a later version', altered(stateOf, 8, 2), 'UnknownVersion'],
];
const wrongProxy: readonly Case[] = [
  ['proxy: does not exist', another('proxy', nobody), 'NotInitialized'],
  ['proxy: of another program', another('proxy', forged(proxyOf)), 'ForeignAccount'],
  ['proxy: the state', another('proxy', stateOf), 'WrongAccountKind'],
  ['proxy: of a later version', altered(proxyOf, 8, 2), 'UnknownVersion'],
  ['proxy: read-only', readonly('proxy'), 'NotWritable'],
];
const token =
  (name: string, fields: (world: VaultWorld) => Parameters<VaultWorld['putToken']>[1]): Wrong =>
  (world) => {
    const key = namedAddress(`wrong ${name}`);
    world.putToken(key, fields(world));
    return { addresses: { [name]: key } };
  };
const wrongTokenProgram: Case = [
  'token program: another',
  another('tokenProgram', () => namedAddress('token program of a thief')),
  'WrongProgram',
];
const wrongSystemProgram: Case = [
  'system program: another',
  another('systemProgram', () => TOKEN_PROGRAM),
  'WrongProgram',
];
const wrongRole = (name: string, signerOfOtherRole: 'operator' | 'registrar' | 'admin'): Case[] => [
  [`${name}: has not signed`, unsigned(name), 'NotSigned'],
  [`${name}: a stranger`, another(name, stranger), 'Unauthorized'],
  [
    `${name}: the ${signerOfOtherRole}`,
    another(name, (world) => world.there.signers[signerOfOtherRole].address),
    'Unauthorized',
  ],
];
const whilePaused: Case = [
  'while paused',
  async (world) => {
    await world.send('setPaused');
    return {};
  },
  'Paused',
];
const wrongMint: readonly Case[] = [
  [
    'mint: another one',
    (world) => {
      world.putMint(namedAddress('worthless'));
      return { addresses: { mint: namedAddress('worthless') } };
    },
    'WrongMint',
  ],
];
const wrongVaultToken: readonly Case[] = [
  [
    "vault token: another account of the state's",
    token('vaultToken', (world) => ({ owner: world.there.state })),
    'WrongVaultToken',
  ],
  [
    "vault token: a thief's",
    token('vaultToken', () => ({ owner: namedAddress('thief') })),
    'WrongVaultToken',
  ],
  ['vault token: read-only', readonly('vaultToken'), 'NotWritable'],
];

const wrongProxyToken: readonly Case[] = [
  ['proxy token: does not exist', another('proxyToken', nobody), 'WrongProxyToken'],
  [
    "proxy token: another proxy's",
    token('proxyToken', () => ({ owner: namedAddress('another proxy'), amount: 9n })),
    'WrongProxyToken',
  ],
  [
    'proxy token: of another mint',
    token('proxyToken', ({ there: { proxy } }) => ({
      owner: proxy,
      mint: namedAddress('worthless'),
      amount: 9n,
    })),
    'WrongProxyToken',
  ],
  [
    "proxy token: the vault's own",
    another('proxyToken', (world) => world.there.vaultToken),
    'WrongProxyToken',
  ],
  [
    'proxy token: of a fake token program',
    (world) => {
      const fake = namedAddress('fake account');
      world.putToken(fake, { owner: world.there.proxy, amount: 9n }, namedAddress('fake program'));
      return { addresses: { proxyToken: fake } };
    },
    'WrongProxyToken',
  ],
  [
    'proxy token: frozen',
    token('proxyToken', ({ there: { proxy } }) => ({ owner: proxy, amount: 9n, state: 2 })),
    'WrongProxyToken',
  ],
  [
    'proxy token: of Token-2022, whose mints may hook in and take fees',
    (world) => {
      const hooked = namedAddress('hooked account');
      world.putToken(hooked, { owner: world.there.proxy, amount: 9n }, TOKEN_2022_PROGRAM);
      return { addresses: { proxyToken: hooked } };
    },
    'WrongProxyToken',
  ],
  [
    'proxy token: of Token-2022, with its token program',
    (world) => {
      const hooked = namedAddress('hooked account');
      world.putToken(hooked, { owner: world.there.proxy, amount: 9n }, TOKEN_2022_PROGRAM);
      return { addresses: { proxyToken: hooked, tokenProgram: TOKEN_2022_PROGRAM } };
    },
    'WrongProgram',
  ],
  [
    'proxy token: not initialized',
    token('proxyToken', ({ there: { proxy } }) => ({ owner: proxy, amount: 9n, state: 0 })),
    'WrongProxyToken',
  ],
  ['proxy token: read-only', readonly('proxyToken'), 'NotWritable'],
  [
    "another user's proxy for this token account",
    async (world) => {
      const user = namedAddress('another user');
      const proxy = await derived(vaultSeeds.proxy(bytesOf(user)));
      await world.send('initProxy', { addresses: { user, proxy } });
      return { addresses: { proxy } };
    },
    'WrongProxyToken',
  ],
];

const keysData = (operator: Uint8Array, registrar: Uint8Array): Wrong => {
  return () => ({
    data: vaultInstructionData(VAULT_INSTRUCTIONS.setKeys, { operator, registrar }),
  });
};
export const adminBytes = (world: VaultWorld) => bytesOf(world.there.signers.admin.address);
const initializeData = (keys: (world: VaultWorld) => readonly [Uint8Array, Uint8Array]): Wrong => {
  return (world) => {
    const [operator, registrar] = keys(world);
    const data = { operator, registrar, dailyLimit: 1n };
    return { data: vaultInstructionData(VAULT_INSTRUCTIONS.initialize, data) };
  };
};
/** The vault's token account in a wrong form. */
const vaultToken = (
  fields: (world: VaultWorld) => Parameters<VaultWorld['putToken']>[1],
): Wrong => {
  return (world) => {
    world.putToken(world.there.vaultToken, fields(world));
    return {};
  };
};
/** The account in which the loader keeps the code, in a wrong form. */
const programData =
  (change: (data: Uint8Array, world: VaultWorld) => Uint8Array, owner?: Address): Wrong =>
  (world) => {
    const key = world.there.programData;
    const account = world.svm.getAccount(key);
    if (!account.exists) throw new Error('no program data');
    const data = change(new Uint8Array(account.data), world);
    world.put(key, { programAddress: owner ?? account.programAddress, data });
    return {};
  };
export const upgradeableBy = (authority: (world: VaultWorld) => Uint8Array): Wrong =>
  programData((data, world) => {
    data[12] = 1;
    data.set(authority(world), 13);
    return data;
  });
const ofKind = (kind: number): Wrong =>
  programData((data) => {
    data[0] = kind;
    return data;
  });

export const WRONG_REQUESTS: Readonly<Record<InstructionName, readonly Case[]>> = {
  initialize: [
    ['payer: has not signed', unsigned('payer'), 'NotSigned'],
    ['payer: read-only', readonly('payer'), 'NotWritable'],
    ['admin: has not signed', unsigned('admin'), 'NotSigned'],
    [
      'admin: not who may upgrade the program',
      upgradeableBy(() => namedBytes('x')),
      'NotUpgradeAuthority',
    ],
    ['state: not at its address', another('state', nobody), 'WrongAddress'],
    ['state: read-only', readonly('state'), 'NotWritable'],
    ['mint: none', another('mint', nobody), 'WrongMint'],
    [
      'mint: of a fake token program',
      (world) => {
        world.putMint(namedAddress('fake'), namedAddress('fake token program'));
        return { addresses: { mint: namedAddress('fake') } };
      },
      'WrongMint',
    ],
    ['mint: a token account', another('mint', (world) => world.there.vaultToken), 'WrongMint'],
    ['vault token: does not exist', another('vaultToken', nobody), 'WrongVaultToken'],
    [
      "vault token: a stranger's",
      vaultToken(() => ({ owner: namedAddress('thief') })),
      'WrongVaultToken',
    ],
    [
      'vault token: of another mint',
      vaultToken(({ there: { state } }) => ({ owner: state, mint: namedAddress('worthless') })),
      'WrongVaultToken',
    ],
    [
      'vault token: with a delegate',
      vaultToken(({ there: { state } }) => ({ owner: state, delegate: namedAddress('thief') })),
      'WrongVaultToken',
    ],
    [
      'vault token: that a stranger can close',
      vaultToken(({ there: { state } }) => ({
        owner: state,
        closeAuthority: namedAddress('thief'),
      })),
      'WrongVaultToken',
    ],
    [
      'vault token: frozen',
      vaultToken(({ there: { state } }) => ({ owner: state, state: 2 })),
      'WrongVaultToken',
    ],
    [
      'vault token: not the associated one',
      token('vaultToken', ({ there: { state } }) => ({ owner: state })),
      'WrongVaultToken',
    ],
    [
      'vault token: of a fake token program',
      (world) => {
        world.putToken(
          world.there.vaultToken,
          { owner: world.there.state },
          namedAddress('fake token program'),
        );
        return {};
      },
      'WrongVaultToken',
    ],
    ['program: another', another('program', () => TOKEN_PROGRAM), 'WrongProgram'],
    ['program data: another', another('programData', nobody), 'WrongAddress'],
    [
      'program data: of another program',
      programData((data) => data, namedAddress('another program')),
      'ForeignAccount',
    ],
    ['program data: a buffer', ofKind(1), 'WrongAccountKind'],
    ['program data: cut off', programData((data) => data.slice(0, 44)), 'WrongAccountKind'],
    wrongSystemProgram,
    [
      'operator: nobody',
      initializeData(() => [new Uint8Array(32), namedBytes('registrar')]),
      'InvalidKeys',
    ],
    [
      'registrar: nobody',
      initializeData(() => [namedBytes('operator'), new Uint8Array(32)]),
      'InvalidKeys',
    ],
    [
      'operator: the admin',
      initializeData((world) => [adminBytes(world), namedBytes('registrar')]),
      'InvalidKeys',
    ],
    [
      'registrar: the admin',
      initializeData((world) => [namedBytes('operator'), adminBytes(world)]),
      'InvalidKeys',
    ],
    [
      'registrar: the operator',
      initializeData(() => [namedBytes('operator'), namedBytes('operator')]),
      'InvalidKeys',
    ],
  ],
  setKeys: [
    ...wrongState,
    ['state: read-only', readonly('state'), 'NotWritable'],
    ...wrongRole('admin', 'operator'),
    ['new admin: has not signed', unsigned('newAdmin'), 'NotSigned'],
    ['operator: nobody', keysData(new Uint8Array(32), namedBytes('r')), 'InvalidKeys'],
    ['registrar: nobody', keysData(namedBytes('o'), new Uint8Array(32)), 'InvalidKeys'],
    [
      'operator: the new admin',
      async (world) =>
        keysData(bytesOf(world.there.signers.newAdmin.address), namedBytes('r'))(world),
      'InvalidKeys',
    ],
    [
      'registrar: the new admin',
      async (world) =>
        keysData(namedBytes('o'), bytesOf(world.there.signers.newAdmin.address))(world),
      'InvalidKeys',
    ],
    ['registrar: the operator', keysData(namedBytes('o'), namedBytes('o')), 'InvalidKeys'],
  ],
  setLimits: [
    ...wrongState,
    ['state: read-only', readonly('state'), 'NotWritable'],
    ...wrongRole('admin', 'operator'),
  ],
  setPaused: [
    ...wrongState,
    ['state: read-only', readonly('state'), 'NotWritable'],
    ...wrongRole('authority', 'registrar'),
    [
      'flag: 2',
      () => ({ data: Uint8Array.of(...VAULT_INSTRUCTIONS.setPaused.discriminator, 2) }),
      'InstructionData',
    ],
  ],
  setTier: [
    ...wrongState,
    ...wrongRole('registrar', 'operator'),
    ...wrongProxy,
    [
      'tier: 3',
      () => ({ data: vaultInstructionData(VAULT_INSTRUCTIONS.setTier, { tier: 3 }) }),
      'InvalidTier',
    ],
  ],
  initProxy: [
    ['payer: has not signed', unsigned('payer'), 'NotSigned'],
    ['payer: read-only', readonly('payer'), 'NotWritable'],
    ['proxy: not at its address', another('proxy', nobody), 'WrongAddress'],
    [
      "proxy: another user's",
      another('proxy', () => derived(vaultSeeds.proxy(namedBytes('another user')))),
      'WrongAddress',
    ],
    ['proxy: made before', () => ({}), 'ProxyExists'],
    [
      'proxy: read-only',
      async () => ({
        addresses: {
          user: namedAddress('user 2'),
          proxy: await derived(vaultSeeds.proxy(namedBytes('user 2'))),
        },
        readonly: ['proxy'],
      }),
      'NotWritable',
    ],
    [
      'system program: another',
      async () => ({
        addresses: {
          user: namedAddress('user 2'),
          proxy: await derived(vaultSeeds.proxy(namedBytes('user 2'))),
          systemProgram: TOKEN_PROGRAM,
        },
      }),
      'WrongProgram',
    ],
  ],
  credit: [
    whilePaused,
    ...wrongState,
    ['state: read-only', readonly('state'), 'NotWritable'],
    ...wrongProxy,
    ...wrongMint,
    ...wrongVaultToken,
    wrongTokenProgram,
    ...wrongProxyToken,
    [
      'proxy token: empty',
      token('proxyToken', ({ there: { proxy } }) => ({ owner: proxy })),
      'NothingToCredit',
    ],
    [
      'the number of the credit does not fit',
      (world) => {
        const data = world.data(world.there.proxy);
        data.fill(0xff, 16, 24);
        world.put(world.there.proxy, { programAddress: PROGRAM, data });
        return {};
      },
      'Overflow',
    ],
    [
      'the sum of the proxy would overflow',
      (world) => {
        const data = world.data(world.there.proxy);
        data.fill(0xff, 24, 32);
        world.put(world.there.proxy, { programAddress: PROGRAM, data });
        return {};
      },
      'Overflow',
    ],
  ],
  debit: [
    whilePaused,
    ...wrongRole('operator', 'admin'),
    ...wrongState,
    ['state: read-only', readonly('state'), 'NotWritable'],
    ...wrongProxy,
    ['payment seq: 0', (world) => world.debits(0n), 'PaymentSeqPassed'],
    [
      'payment seq: at the watermark',
      (world) => {
        const data = world.data(world.there.proxy);
        data[80] = 5;
        world.put(world.there.proxy, { programAddress: PROGRAM, data });
        return world.debits(5n);
      },
      'PaymentSeqPassed',
    ],
    [
      'payment seq: paid in another transaction',
      async (world) => {
        await world.send('debit');
        return {};
      },
      'AlreadyDebited',
    ],
    ...wrongMint,
    ...wrongVaultToken,
    ['recipient: does not exist', another('recipientToken', nobody), 'WrongRecipient'],
    [
      'recipient: of another mint',
      token('recipientToken', () => ({ owner: nobody(), mint: namedAddress('worthless') })),
      'WrongRecipient',
    ],
    [
      'recipient: frozen',
      token('recipientToken', () => ({ owner: nobody(), state: 2 })),
      'WrongRecipient',
    ],
    [
      "recipient: the vault's own account",
      another('recipientToken', (world) => world.there.vaultToken),
      'WrongRecipient',
    ],
    [
      'recipient: of a fake token program',
      (world) => {
        const fake = namedAddress('fake account');
        world.putToken(fake, { owner: nobody() }, namedAddress('fake program'));
        return { addresses: { recipientToken: fake } };
      },
      'WrongRecipient',
    ],
    [
      'recipient: of Token-2022, whose mints may hook in and take fees',
      (world) => {
        const hooked = namedAddress('hooked account');
        world.putToken(hooked, { owner: nobody() }, TOKEN_2022_PROGRAM);
        return { addresses: { recipientToken: hooked } };
      },
      'WrongRecipient',
    ],
    [
      "recipient: another account of the vault's state",
      token('recipientToken', ({ there: { state } }) => ({ owner: state })),
      'WrongRecipient',
    ],
    [
      'recipient: the mint',
      another('recipientToken', (world) => world.there.mint),
      'WrongRecipient',
    ],
    ['recipient: a wallet', another('recipientToken', stranger), 'WrongRecipient'],
    ['recipient: read-only', readonly('recipientToken'), 'NotWritable'],
    wrongTokenProgram,
    ['amount: 0', (world) => world.debits(1n, 0n), 'ZeroAmount'],
    [
      'amount: one more than the day lets out',
      (world) => world.debits(1n, 601n),
      'DailyLimitExceeded',
    ],
    [
      'amount: one more than the vault holds',
      (world) => world.debits(1n, 1_001n),
      'InsufficientVault',
    ],
    [
      'amount: the largest there is',
      (world) => world.debits(1n, 2n ** 64n - 1n),
      'InsufficientVault',
    ],
    [
      'the sum of all debits would overflow',
      (world) => {
        const data = world.data(world.there.state);
        data.fill(0xff, 48, 56);
        world.put(world.there.state, { programAddress: PROGRAM, data });
        return {};
      },
      'Overflow',
    ],
    [
      'a clock before 1970',
      (world) => {
        world.setTime(-1n);
        return {};
      },
      'InvalidClock',
    ],
  ],
  sweepNative: [
    whilePaused,
    ...wrongState,
    ...wrongRole('registrar', 'admin'),
    ...wrongProxy,
    ['treasury: the proxy itself', another('treasury', proxyOf), 'WrongTreasury'],
    ['treasury: the state', another('treasury', stateOf), 'WrongTreasury'],
    [
      'treasury: a token account',
      another('treasury', (world) => world.there.recipientToken),
      'WrongTreasury',
    ],
    ['treasury: read-only', readonly('treasury'), 'NotWritable'],
    [
      'proxy: nothing beyond its rent',
      async () => {
        const user = namedAddress('user 2');
        return { addresses: { proxy: await derived(vaultSeeds.proxy(bytesOf(user))) } };
      },
      'NothingToSweep',
    ],
  ],
  closeProxyToken: [
    whilePaused,
    ...wrongState,
    ...wrongRole('registrar', 'operator'),
    ['registrar: read-only', readonly('registrar'), 'NotWritable'],
    ...wrongProxy.filter(([title]) => title !== 'proxy: read-only'),
    ...wrongProxyToken,
    wrongTokenProgram,
    [
      'proxy token: holds the least there is',
      token('proxyToken', ({ there: { proxy } }) => ({ owner: proxy, amount: 1n })),
      'TokenNotEmpty',
    ],
    [
      'proxy token: only a stranger can close it',
      token('proxyToken', ({ there: { proxy } }) => ({ owner: proxy, closeAuthority: nobody() })),
      'custom program error: 0x4',
    ],
  ],
};
