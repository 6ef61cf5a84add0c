import {
  attestationForm,
  bytesOfText,
  encodeCancel,
  encodeCancelAll,
  encodeOrder,
  encodeRecover,
  encodeSigned,
  sessionText,
} from '@bellwether/canonical-message';
import type { TextForm } from '@bellwether/canonical-message';
import { fromHex, parsePublicKey, toBase58, toHex } from '@bellwether/codec';
import { challengeBytes, reasonSha256Of, withdrawBytes } from '@bellwether/exchange';
import type { Claim } from '@bellwether/exchange';
import { publicKeyOf, sign } from '@bellwether/signature';

export interface OrderFields {
  readonly market_id: string;
  readonly side: 'buy' | 'sell';
  readonly outcome: 'yes' | 'no';
  readonly price: number;
  readonly size: number;
  readonly order_type?: 'gtc' | 'ioc' | 'fok' | 'post_only';
  readonly nonce: number;
}

export interface AttestationFields {
  readonly subject: string;
  readonly attests: 'value' | 'winner';
  readonly value: number;
  readonly decimals: number;
  readonly observed_at: number;
  readonly signed_at: number;
  readonly statement: string;
}

export interface ChallengeFields {
  readonly case_id: number;
  readonly claim: Claim;
  readonly claim_market?: string;
  readonly reason: string;
  readonly stake_micro_usdc: number;
  readonly nonce: number;
}

interface Bounds {
  readonly max_gas_fee?: number;
  readonly allow_program_address?: boolean;
}

export interface WithdrawFields extends Bounds {
  readonly amount: number;
  readonly nonce: number;
  readonly recipient_ext?: string;
  readonly recipient_main?: string;
}

/** A user with its own key. */
export class UserUnderTest {
  private readonly seed: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly name: string;

  constructor(number: number) {
    this.seed = new Uint8Array(32).fill(number);
    this.publicKey = publicKeyOf(this.seed);
    this.name = toBase58(this.publicKey);
  }

  order({ order_type = 'gtc', ...fields }: OrderFields) {
    const marketId = bytesOf(fields.market_id);
    const message = encodeOrder({ ...fields, marketId, user: this.publicKey });
    return { ...fields, order_type, user: this.name, signature: this.signed(message) };
  }

  cancel(market_id: string, order_id: number) {
    const message = encodeCancel({
      user: this.publicKey,
      marketId: bytesOf(market_id),
      orderId: order_id,
    });
    return { user: this.name, market_id, order_id, signature: this.signed(message) };
  }

  cancelAll(nonce: number, market_id?: string) {
    const marketId = market_id === undefined ? null : bytesOf(market_id);
    const message = encodeCancelAll({ user: this.publicKey, marketId, nonce });
    const scope = market_id === undefined ? {} : { market_id };
    return { user: this.name, ...scope, nonce, signature: this.signed(message) };
  }

  /** For the test network, unless another is named. */
  withdraw(fields: WithdrawFields, network: 'test' | 'production' = 'test') {
    const { amount, nonce, recipient_ext, recipient_main } = fields;
    const { max_gas_fee: maxGasFee = 0, allow_program_address: isAllowed = false } = fields;
    const recipient = recipient_ext ?? recipient_main ?? null;
    const kind = recipient_ext ? 'recipient_ext' : recipient_main ? 'recipient_main' : 'default';
    const message = withdrawBytes(
      {
        user: this.publicKey,
        amount,
        maxGasFee,
        nonce,
        recipientKind: kind,
        recipient: recipient === null ? null : keyOf(recipient),
        allowProgramAddress: isAllowed,
      },
      network,
    );
    return { main_address: this.name, ...fields, signature: this.signed(message) };
  }

  recover(fields: { mint: string; recipient_ext: string; nonce: number } & Bounds) {
    const { mint, recipient_ext, nonce } = fields;
    const message = encodeRecover({
      network: 'test',
      mainAddress: this.publicKey,
      mint: keyOf(mint),
      maxGasFee: fields.max_gas_fee ?? 0,
      recipient: keyOf(recipient_ext),
      allowProgramAddress: fields.allow_program_address ?? false,
      nonce,
    });
    return { main_address: this.name, ...fields, signature: this.signed(message) };
  }

  /** `POST /v1/cases/{case_id}/challenge` */
  challenge({ case_id, claim, claim_market, reason, stake_micro_usdc, nonce }: ChallengeFields) {
    const message = challengeBytes(
      {
        user: this.publicKey,
        caseId: case_id,
        claim,
        claimMarket: claim_market === undefined ? null : bytesOf(claim_market),
        reason,
        stake: stake_micro_usdc,
        nonce,
      },
      'test',
    );
    const market = claim_market === undefined ? {} : { claim_market };
    const said = { user: this.name, claim, ...market, reason, stake_micro_usdc, nonce };
    return { ...said, signature: this.signed(message) };
  }

  /** `POST /v1/attestations`, as a source. */
  attestation({ subject, statement, ...said }: AttestationFields) {
    const { attests, value, decimals, observed_at, signed_at } = said;
    const message = encodeSigned(attestationForm, {
      network: 'test',
      source: this.publicKey,
      subject: bytesOf(subject),
      attests,
      value,
      decimals,
      observedAt: observed_at,
      signedAt: signed_at,
      statementSha256: reasonSha256Of(statement),
    });
    const signature = this.signed(message);
    return { source: this.name, subject, ...said, statement, signature };
  }

  /** `POST /v1/session`. `timestamp`: Unix seconds. */
  session(timestamp: number, network: 'test' | 'production' = 'test') {
    const text = sessionText({ network, account: this.publicKey, timestamp });
    return { public_key: this.name, timestamp, signature: this.signed(text) };
  }

  /** A session of another's account, signed by this key. */
  cancelAllOf({ publicKey: user, name }: UserUnderTest, nonce: number) {
    const message = encodeCancelAll({ user, marketId: null, nonce });
    return { user: name, nonce, signer: this.name, signature: this.signed(message) };
  }

  /** The signature of a text. */
  text(text: string, form: TextForm = 'raw'): string {
    return this.signed(bytesOfText(text, form, this.publicKey));
  }

  /** The signature of this key over an order of another's account. */
  signedFor({ publicKey }: UserUnderTest, fields: Omit<OrderFields, 'order_type'>): string {
    const message = { ...fields, marketId: bytesOf(fields.market_id), user: publicKey };
    return this.signed(encodeOrder(message));
  }

  signed(message: Uint8Array): string {
    return toHex(sign(message, this.seed));
  }
}

function bytesOf(marketId: string): Uint8Array {
  const bytes = fromHex(marketId, 32);
  if (bytes === undefined) throw new RangeError(`${marketId} is not a market id`);
  return bytes;
}

function keyOf(text: string): Uint8Array {
  const key = parsePublicKey(text);
  if (key === undefined) throw new RangeError(`${text} is not a key`);
  return key;
}
