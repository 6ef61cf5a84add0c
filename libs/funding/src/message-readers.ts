/** Which app reads which messages of the others, and what a reader is given. */
import type { FundingMessage } from './message';

/** By the reader's name in the inbox, which must never change. */
export const MESSAGE_READERS = {
  'deposit-listener-transfers': [
    'funding.transfer.sent',
    'funding.transfer.attested',
    'funding.transfer.completed',
    'funding.transfer.expired',
  ],
  'bridge-relayer': ['funding.transfer.signed', 'funding.transfer.burned'],
  'withdraw-worker': ['funding.transfer.attested', 'funding.transfer.completed'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type MessageReaderName = keyof typeof MESSAGE_READERS;

/** The app that writes each message that somebody reads. What another wrote under that subject is not read. */
export const MESSAGE_SENDERS: Readonly<
  Record<(typeof MESSAGE_READERS)[MessageReaderName][number], FundingSender>
> = {
  'funding.transfer.signed': 'deposit-listener',
  'funding.transfer.burned': 'withdraw-worker',
  'funding.transfer.sent': 'bridge-relayer',
  'funding.transfer.attested': 'bridge-relayer',
  'funding.transfer.completed': 'bridge-relayer',
  'funding.transfer.expired': 'bridge-relayer',
};
export type FundingSender = 'deposit-listener' | 'bridge-relayer' | 'withdraw-worker';

/** `messageId` is for the inbox: the same message may come again. */
export interface DeliveredFundingMessage {
  readonly messageId: string;
  readonly message: FundingMessage;
  /** 1 the first time since the process began. */
  readonly delivery: number;
}
