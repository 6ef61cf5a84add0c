/**
 * The vault's error numbers, as in `custom program error: 0x…`. Numbers below 6000 are those of the Anchor framework,
 * for what it would check itself. Source: program/errors.h; idl/vault.json has those from 6000.
 */
export const VAULT_ERRORS = {
  UnknownInstruction: [101, 'no instruction has this discriminator'],
  InstructionData: [102, 'the arguments are not those of the instruction'],
  NotWritable: [2000, 'an account that changes was given read-only'],
  WrongAddress: [2006, 'an account is not at the address of its seeds'],
  WrongAccountKind: [3002, 'an account of the vault, but of another kind'],
  TooFewAccounts: [3005, 'fewer accounts than the instruction takes'],
  ForeignAccount: [3007, 'an account that another program owns'],
  WrongProgram: [3008, 'another program than the one the instruction calls'],
  NotSigned: [3010, 'who must sign has not'],
  NotInitialized: [3012, 'the account does not exist'],
  Paused: [6000, 'the vault is paused'],
  Unauthorized: [6001, 'the signer does not have the role'],
  WrongMint: [6002, "not the vault's mint"],
  WrongVaultToken: [6003, "not the vault's token account"],
  WrongProxyToken: [6004, 'not a token account of the proxy and the mint'],
  WrongRecipient: [6005, 'not a token account that can be paid'],
  WrongTreasury: [6006, 'not a plain wallet'],
  ZeroAmount: [6007, 'an amount of 0'],
  NothingToCredit: [6008, "the proxy's token account is empty"],
  NothingToSweep: [6009, 'the proxy has no lamports beyond its rent'],
  AlreadyDebited: [6010, 'this number was paid before'],
  DailyLimitExceeded: [6011, 'more than may leave in a day'],
  InsufficientVault: [6012, 'more than the vault holds'],
  InvalidTier: [6013, 'a tier is 0, 1 or 2'],
  InvalidKeys: [6014, "a role's key is zero, or has another role too"],
  VaultExists: [6015, 'the vault was made before'],
  ProxyExists: [6016, "the user's proxy was made before"],
  NotUpgradeAuthority: [6017, 'the admin is not who may upgrade the program'],
  UnknownVersion: [6018, 'an account of a later version'],
  Overflow: [6019, 'a sum does not fit 64 bits'],
  InvalidClock: [6020, 'the clock is before 1970'],
  PaymentSeqPassed: [6021, 'this number was paid, or never will be'],
  TokenNotEmpty: [6022, 'the token account holds something'],
} as const satisfies Readonly<Record<string, readonly [code: number, message: string]>>;

export type VaultErrorName = keyof typeof VAULT_ERRORS;

const nameOfCode = new Map<number, VaultErrorName>(
  Object.entries(VAULT_ERRORS).map(([name, [code]]) => [code, name as VaultErrorName]),
);

/** @param code of one of the vault's custom program errors */
export const vaultErrorOf = (code: number): VaultErrorName | undefined => nameOfCode.get(code);
