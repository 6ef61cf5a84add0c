import { type Layout, decode, encode, toHex } from '@bellwether/codec';
import type { SequencedCommand } from '../../src/command';
import { journaledCommandLayout } from '../../src/command';
import { exchangeEventLayout } from '../../src/event';
import type { Applied } from '../../src/exchange';
import { answerLayout } from '../../src/reply';
import { print } from './difference';

/**
 * Checks that a command, its answer and its events survive encoding: decoded and encoded again, they are the same.
 */
export function findRoundTripLoss(command: SequencedCommand, applied: Applied): string | null {
  const { lane, command: body } = command;
  return (
    lossOf('command', journaledCommandLayout, { lane, command: body }) ??
    lossOf('answer', answerLayout, applied.answer) ??
    applied.events
      .map((event, index) => lossOf(`events[${index}]`, exchangeEventLayout, event))
      .find((loss) => loss !== null) ??
    null
  );
}

function lossOf<T>(name: string, layout: Layout<T>, value: T): string | null {
  const bytes = encode(layout, value);
  const decoded = decode(layout, bytes);
  const isSame = toHex(encode(layout, decoded)) === toHex(bytes);
  return isSame ? null : `${name}: ${print(value)} does not survive its bytes`;
}
