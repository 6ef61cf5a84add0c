/**
 * Texts that the owner of an account signs, as a wallet signs nothing else: for trading keys, and for moving money.
 * UTF-8, lines ended by LF, none after the last, exact to the byte (docs/protocol/signed-messages.md, section 10).
 */
import { CLAIMS } from '../words';
import type { NetworkName } from '../words';
import {
  amount,
  bound,
  followed,
  hash,
  hashOrNone,
  integer,
  key,
  network,
  oneOfWords,
  time,
  yesOrNo,
} from './text-lines';
import type { LineValue } from './text-lines';

/**
 * Allows `tradingKey` to trade for the account until `until` (Unix seconds): for at most `atMost` micro-USDC a UTC day, at
 * prices within `priceBand` basis points of the market's. `redeem`: it may redeem pairs. The nonce is of the kind
 * `trading_key`.
 */
export interface AllowTradingKeyText {
  readonly kind: 'allow_trading_key';
  readonly network: NetworkName;
  readonly account: Uint8Array;
  readonly tradingKey: Uint8Array;
  readonly until: number;
  readonly atMost: number;
  readonly priceBand: number;
  readonly redeem: boolean;
  readonly nonce: number;
}

/**
 * Ends a trading key. `nonce`: signed by the owner, a new one of the kind `trading_key`; signed by the trading key, the
 * one it was allowed with.
 */
export interface RevokeTradingKeyText {
  readonly kind: 'revoke_trading_key';
  readonly network: NetworkName;
  readonly account: Uint8Array;
  readonly tradingKey: Uint8Array;
  readonly nonce: number;
}

/**
 * `amount` and `maxGasFee` in micro-USDC, `maxGasFee` 0: any fee. `recipient` null: the account's own deposit address on
 * `ext`. `allowProgramAddress`: the recipient may be off the curve, as the address of a program is.
 */
export interface WithdrawText {
  readonly kind: 'withdraw';
  readonly network: NetworkName;
  readonly account: Uint8Array;
  readonly amount: number;
  readonly maxGasFee: number;
  readonly recipient: Uint8Array | null;
  readonly allowProgramAddress: boolean;
  readonly chain: 'ext' | 'main';
  readonly nonce: number;
}

/** Recovers what lies at the account's deposit address on `ext`, of one token, to `recipient`. */
export interface RecoverText {
  readonly kind: 'recover';
  readonly network: NetworkName;
  readonly account: Uint8Array;
  readonly mint: Uint8Array;
  readonly maxGasFee: number;
  readonly recipient: Uint8Array;
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
}

/**
 * Challenges a proposed result with a stake, in micro-USDC. `claimMarket` exactly with the claim `winner`. The nonce is of
 * the kind `order`.
 */
export interface ChallengeText {
  readonly kind: 'challenge';
  readonly network: NetworkName;
  readonly account: Uint8Array;
  readonly caseId: number;
  readonly claim: Claim;
  readonly claimMarket: Uint8Array | null;
  readonly reasonSha256: Uint8Array;
  readonly stake: number;
  readonly nonce: number;
}

export type OwnerText =
  | AllowTradingKeyText
  | RevokeTradingKeyText
  | WithdrawText
  | RecoverText
  | ChallengeText;
export type OwnerTextKind = OwnerText['kind'];
export type OwnerTextOf<K extends OwnerTextKind> = Extract<OwnerText, { kind: K }>;

/** Why a text is none: the first wrong line, counted from 1. `found` is null where the line is missing. */
export interface TextRefusal {
  readonly line: number;
  readonly found: string | null;
  readonly expected: string;
}

const DEPOSIT_ADDRESS = 'the deposit address';
/** The longest text has 360 characters. */
const MAX_CHARACTERS = 512;
type Claim = (typeof CLAIMS)[number];
const MAX_FOUND_CHARACTERS = 80;

const recipient: LineValue<Uint8Array | null> = {
  write: (value) => (value === null ? DEPOSIT_ADDRESS : key.write(value)),
  read: (text) => (text === DEPOSIT_ADDRESS ? null : key.read(text)),
  expected: `\`${DEPOSIT_ADDRESS}\`, or 32 bytes in base58`,
};

/** A line after the head: a label, then the value of a field, or fixed words. */
type Line = { readonly label: string } & (
  | { readonly words: string }
  // oxlint-disable-next-line typescript/no-explicit-any -- each line has the type of its field
  | { readonly field: string; readonly value: LineValue<any> }
);

// oxlint-disable-next-line typescript/no-explicit-any -- as above
const line = (label: string, field: string, value: LineValue<any>): Line => ({
  label,
  field,
  value,
});
const fixed = (label: string, words: string): Line => ({ label, words });

const begin = [line('Network', 'network', network), line('Account', 'account', key)];
const tradingKey = line('Trading key', 'tradingKey', key);
const feeAtMost = line('Fee at most', 'maxGasFee', bound);
const programAddress = line('Allow program address', 'allowProgramAddress', yesOrNo);
const end = line('Nonce', 'nonce', integer);

interface Form {
  readonly head: string;
  readonly lines: readonly Line[];
}

const FORMS: Readonly<Record<OwnerTextKind, Form>> = {
  allow_trading_key: {
    head: 'Bellwether: allow a trading key',
    lines: [
      ...begin,
      tradingKey,
      fixed('May', 'place and cancel orders'),
      fixed('May not', 'withdraw'),
      line('At most', 'atMost', followed(amount, ' a day')),
      line('Price band', 'priceBand', followed(integer, ' bp around the market')),
      line('Redeem', 'redeem', yesOrNo),
      line('Until', 'until', time),
      end,
    ],
  },
  revoke_trading_key: {
    head: 'Bellwether: revoke a trading key',
    lines: [...begin, tradingKey, end],
  },
  withdraw: {
    head: 'Bellwether: withdraw',
    lines: [
      ...begin,
      line('Amount', 'amount', amount),
      feeAtMost,
      line('Recipient', 'recipient', recipient),
      programAddress,
      line('Chain', 'chain', oneOfWords(['ext', 'main'])),
      end,
    ],
  },
  recover: {
    head: 'Bellwether: recover a deposit',
    lines: [
      ...begin,
      line('Token', 'mint', key),
      feeAtMost,
      line('Recipient', 'recipient', key),
      programAddress,
      fixed('Chain', 'ext'),
      end,
    ],
  },
  challenge: {
    head: 'Bellwether: challenge a result',
    lines: [
      ...begin,
      line('Case', 'caseId', integer),
      line('Claim', 'claim', oneOfWords(CLAIMS)),
      line('Market', 'claimMarket', hashOrNone),
      line('SHA-256 of the reason', 'reasonSha256', hash),
      line('Stake', 'stake', amount),
      end,
    ],
  },
};

export const OWNER_TEXT_KINDS = Object.keys(FORMS) as readonly OwnerTextKind[];

/** @throws RangeError if a value does not fit its line: a bug of the caller, who must check its input */
export function buildOwnerText(said: OwnerText): string {
  const { head, lines } = FORMS[said.kind];
  const fields: Readonly<Record<string, unknown>> = { ...said };
  const written = lines.map((one) => {
    return `${one.label}: ${'words' in one ? one.words : one.value.write(fields[one.field])}`;
  });
  if (said.kind === 'withdraw') requireChain(said);
  if (said.kind === 'challenge') requireClaimMarket(said);
  return [head, '', ...written].join('\n');
}

function requireChain({ recipient: to, chain }: WithdrawText): void {
  if (to === null && chain === 'main') throw new RangeError('the deposit address is on ext');
}

function requireClaimMarket(said: ChallengeText): void {
  if (!hasItsMarket(said)) throw new RangeError('a market goes with the claim winner alone');
}

const hasItsMarket = ({ claim, claimMarket }: ChallengeText): boolean =>
  (claim === 'winner') === (claimMarket !== null);

/** Reads a text: its content, or its first wrong line. */
export function parseOwnerText(text: string): OwnerText | TextRefusal {
  if (text.length > MAX_CHARACTERS) return refuse(1, null, `at most ${MAX_CHARACTERS} characters`);
  const [head = '', blank, ...rest] = text.split('\n');
  const kind = OWNER_TEXT_KINDS.find((one) => FORMS[one].head === head);
  if (kind === undefined) return refuse(1, head, headsExpected());
  if (blank !== '') return refuse(2, blank, 'an empty line');
  const { lines } = FORMS[kind];
  const said: Record<string, unknown> = { kind };
  for (const [index, one] of lines.entries()) {
    const found = rest[index];
    const prefix = `${one.label}: `;
    const value = found?.startsWith(prefix) ? found.slice(prefix.length) : undefined;
    if ('words' in one) {
      if (value !== one.words) return refuse(index + 3, found, `\`${prefix}${one.words}\``);
      continue;
    }
    const read = value === undefined ? undefined : one.value.read(value);
    if (read === undefined)
      return refuse(index + 3, found, `\`${prefix}\`, then ${one.value.expected}`);
    said[one.field] = read;
  }
  const after = rest[lines.length];
  if (after !== undefined)
    return refuse(lines.length + 3, after, `nothing: line ${lines.length + 2} is the last`);
  return finished(said as unknown as OwnerText);
}

export const isRefusedText = (read: OwnerText | TextRefusal): read is TextRefusal =>
  'expected' in read;

/** The rules over two lines. */
function finished(said: OwnerText): OwnerText | TextRefusal {
  if (said.kind === 'challenge' && !hasItsMarket(said)) {
    const [found, expected] =
      said.claimMarket === null
        ? ['Market: none', `\`Market: \`, then the market that won`]
        : ['Market', '`Market: none`, but with the claim `winner`'];
    return refuse(7, found, expected);
  }
  const isElsewhere = said.kind === 'withdraw' && said.recipient === null && said.chain === 'main';
  return isElsewhere
    ? refuse(9, 'Chain: main', '`Chain: ext`, where the deposit address is')
    : said;
}

const headsExpected = (): string =>
  OWNER_TEXT_KINDS.map((kind) => `\`${FORMS[kind].head}\``).join(', or ');

const refuse = (at: number, found: string | null | undefined, expected: string): TextRefusal => ({
  line: at,
  found: found?.slice(0, MAX_FOUND_CHARACTERS) ?? null,
  expected,
});
