import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../command';
import {
  MAX_BUILDER_ID_BYTES,
  MAX_FUNDING_SEQ,
  MAX_NONCE,
  MAX_PAYOUT_KEYS,
  MAX_PAYOUT_REFERENCE_BYTES,
  MAX_PURPOSE_BYTES,
  MAX_REFUND_REASON_BYTES,
  MAX_SAFE_MICRO_USDC,
} from '../limits';
import { byteString, bytesOfText, first, integer, wrong } from './shape';
import type { Rule } from './shape';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 16;
const SIGNATURE_BYTES = 64;

export type FundingCommand = CommandOf<
  | 'withdraw'
  | 'recover'
  | 'chain_credit'
  | 'charge_gas'
  | 'settle_withdrawal'
  | 'refund_withdrawal'
  | 'pay_revenue'
>;

/** Checks the shape of commands about money on the chains. */
export function fundingShape(command: FundingCommand): Rule {
  switch (command.kind) {
    case 'withdraw':
      return withdrawShape(command);
    case 'recover':
      return first([
        byteString('main_address', command.user, KEY_BYTES),
        byteString('mint', command.mint, KEY_BYTES),
        integer('max_gas_fee', command.maxGasFee, 0, MAX_SAFE_MICRO_USDC),
        byteString('recipient_ext', command.recipient, KEY_BYTES),
        integer('nonce', command.nonce, 1, MAX_NONCE),
        builderKey(command.builder),
      ]);
    case 'chain_credit':
      return first([
        byteString('user', command.user, KEY_BYTES),
        integer('credit_seq', command.creditSeq, 1, MAX_FUNDING_SEQ),
        integer('amount', command.amount, 1, MAX_SAFE_MICRO_USDC),
        byteString('tx_signature', command.txSignature, SIGNATURE_BYTES),
        integer('slot', command.slot, 0, Number.MAX_SAFE_INTEGER),
      ]);
    case 'charge_gas':
      return first([
        byteString('user', command.user, KEY_BYTES),
        integer('charge_seq', command.chargeSeq, 1, MAX_FUNDING_SEQ),
        integer('amount', command.amount, 0, MAX_SAFE_MICRO_USDC),
        bytesOfText('purpose', command.purpose, 1, MAX_PURPOSE_BYTES),
      ]);
    case 'settle_withdrawal':
      return first([
        byteString('withdrawal_id', command.withdrawalId, KEY_BYTES),
        integer('gas_fee', command.gasFee ?? 0, 0, MAX_SAFE_MICRO_USDC),
      ]);
    case 'refund_withdrawal':
      return first([
        byteString('withdrawal_id', command.withdrawalId, KEY_BYTES),
        bytesOfText('reason', command.reason, 1, MAX_REFUND_REASON_BYTES),
      ]);
    case 'pay_revenue':
      return payRevenueShape(command);
  }
}

function withdrawShape(command: CommandOf<'withdraw'>): Rule {
  const { recipientKind, recipient } = command;
  if (recipientKind === 'default' && recipient !== null) {
    return wrong('recipient', 'an address', 'none with the default');
  }
  if (recipientKind !== 'default' && recipient === null) {
    return wrong(recipientKind, 'none', 'an address');
  }
  return first([
    byteString('main_address', command.user, KEY_BYTES),
    integer('amount', command.amount, 1, MAX_SAFE_MICRO_USDC),
    integer('max_gas_fee', command.maxGasFee, 0, MAX_SAFE_MICRO_USDC),
    recipient === null ? null : byteString(recipientKind, recipient, KEY_BYTES),
    integer('nonce', command.nonce, 1, MAX_NONCE),
    integer('gas_fee', command.gasFee, 0, MAX_SAFE_MICRO_USDC),
    builderKey(command.builder),
  ]);
}

const builderKey = (builder: Uint8Array | null): Rule =>
  builder === null ? null : byteString('builder', builder, KEY_ID_BYTES);

function payRevenueShape(command: CommandOf<'pay_revenue'>): Rule {
  const { source, builderId, keys, recipientKind, gasFee } = command;
  const isBuilder = source === 'builder';
  if (!isBuilder && builderId !== '') return wrong('builder_id', builderId, `none with ${source}`);
  if (!isBuilder && keys.length > 0) return wrong('keys', keys.length, `none with ${source}`);
  if (keys.length > MAX_PAYOUT_KEYS) {
    return wrong('keys', keys.length, `at most ${MAX_PAYOUT_KEYS} keys`);
  }
  if (new Set(keys.map(toHex)).size < keys.length) return wrong('keys', keys.length, 'each once');
  if (recipientKind === 'user' && gasFee > 0) {
    return wrong('gas_fee', gasFee, 'none to a balance');
  }
  return first([
    isBuilder ? bytesOfText('builder_id', builderId, 1, MAX_BUILDER_ID_BYTES) : null,
    first(keys.map((key) => byteString('keys', key, KEY_ID_BYTES))),
    integer('amount', command.amount, 1, MAX_SAFE_MICRO_USDC),
    integer('max_gas_fee', command.maxGasFee, 0, MAX_SAFE_MICRO_USDC),
    byteString(recipientKind, command.recipient, KEY_BYTES),
    bytesOfText('reference', command.reference, 1, MAX_PAYOUT_REFERENCE_BYTES),
    integer('gas_fee', gasFee, 0, MAX_SAFE_MICRO_USDC),
  ]);
}
