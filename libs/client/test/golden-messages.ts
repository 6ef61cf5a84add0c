/** The golden vectors of libs/canonical-message. */
import { readFileSync } from 'node:fs';

export interface MessageVector {
  readonly kind:
    | 'order'
    | 'cancel_all'
    | 'cancel'
    | 'withdraw'
    | 'recover'
    | 'redeem'
    | 'amend'
    | 'full_order'
    | 'cancel_after'
    | 'challenge'
    | 'attestation';
  readonly secret_key: string;
  readonly user: string;
  /** Of a challenge: its hash is signed. */
  readonly reason?: string;
  /** Of an attestation, likewise. */
  readonly statement?: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
  readonly message: string;
  readonly signature: string;
}

export interface WithdrawalIdVector {
  readonly network: 'test' | 'production';
  readonly user: string;
  readonly nonce: number;
  readonly withdrawal_id: string;
}

const read = <V>(name: string): readonly V[] =>
  JSON.parse(
    readFileSync(new URL(`../../canonical-message/vectors/${name}.json`, import.meta.url), 'utf8'),
  );

export const messageVectors = [
  ...read<MessageVector>('canonical-messages'),
  ...read<MessageVector>('recover-messages'),
  ...read<MessageVector>('redeem-messages'),
  ...read<MessageVector>('amend-messages'),
  ...read<MessageVector>('full-order-messages'),
  ...read<MessageVector>('cancel-after-messages'),
  ...read<MessageVector>('challenge-messages'),
  ...read<MessageVector>('attestation-messages'),
];
export const withdrawalIdVectors = read<WithdrawalIdVector>('withdrawal-ids');
