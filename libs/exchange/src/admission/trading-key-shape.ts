/** The shapes of the commands about trading keys. */
import { sameBytes } from '@bellwether/codec';
import type { CommandOf } from '../command';
import { MAX_NONCE, MAX_PRICE_BPS, MAX_SAFE_MICRO_USDC, MAX_UNIX_SECONDS } from '../limits';
import { byteString, first, integer, wrong } from './shape';
import type { Rule } from './shape';

const KEY_BYTES = 32;

export function tradingKeyShape(
  command: CommandOf<'allow_trading_key' | 'revoke_trading_key'>,
): Rule {
  const { user, tradingKey, nonce } = command;
  return first([
    byteString('user', user, KEY_BYTES),
    byteString('trading_key', tradingKey, KEY_BYTES),
    sameBytes(user, tradingKey)
      ? wrong('trading_key', "the account's own", 'another key than the account')
      : null,
    integer('nonce', nonce, 1, MAX_NONCE),
    command.kind === 'allow_trading_key' ? boundsShape(command) : null,
  ]);
}

const boundsShape = ({ until, atMost, priceBand }: CommandOf<'allow_trading_key'>): Rule =>
  first([
    integer('until', until, 1, MAX_UNIX_SECONDS),
    integer('at_most', atMost, 0, MAX_SAFE_MICRO_USDC),
    integer('price_band', priceBand, 0, MAX_PRICE_BPS),
  ]);
