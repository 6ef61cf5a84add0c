/** The messages on NATS: title, meaning, and where their bytes are specified. */
import type { AsyncMessage } from '@bellwether/runtime';
import { FAILURE, JSON_TYPE, SERVICE_MESSAGES } from './service-messages';

export const BYTES = 'application/octet-stream';

const bytesOf = (title: string, summary: string, source: string): Omit<AsyncMessage, 'name'> => ({
  title,
  summary,
  contentType: BYTES,
  payload: {
    type: 'string',
    format: 'binary',
    description: `${summary} Its layout: \`${source}\`; docs/protocol/bus.md has it to the byte.`,
  },
  examples: [],
});

const field = (type: string, description: string, example: unknown) => ({
  type,
  description,
  examples: [example],
});
/** By the name under which subjects refer to them. */
export const BUS_MESSAGES: Readonly<Record<string, Omit<AsyncMessage, 'name'>>> = {
  ...SERVICE_MESSAGES,
  Command: bytesOf(
    'command',
    'A command, with the time until which it may begin.',
    'libs/bus/src/engine/engine-message.ts',
  ),
  CommandAnswer: bytesOf(
    'answer to a command',
    'What the command came to, or why nothing was done.',
    'libs/bus/src/engine/engine-message.ts',
  ),
  View: {
    title: 'view',
    summary: 'The state as of a command, or why there is no answer.',
    contentType: JSON_TYPE,
    payload: {
      type: 'object',
      description: 'A view, or a failure',
      properties: {
        seq: field('integer', 'The last command that the view shows', 1_204),
        timestampMs: field(
          'integer',
          'When it was carried out, in Unix milliseconds',
          1_795_255_200_000,
        ),
        view: { description: 'By the query: libs/exchange/src/views.ts' },
        failed: FAILURE,
      },
    },
    examples: [
      {
        name: 'of an unknown delegate',
        payload: { seq: 1_204, timestampMs: 1_795_255_200_000, view: null },
      },
    ],
  },
  LeaderQuery: bytesOf(
    'who leads',
    'Empty: the engine that leads answers.',
    'libs/bus/src/engine/leadership.ts',
  ),
  Leader: bytesOf(
    'leader',
    'The epoch of the engine that leads, and its last command.',
    'libs/bus/src/engine/leadership.ts',
  ),
  Handover: bytesOf(
    'handover',
    'The engine that led has finished, and is silent: the writer of its epoch.',
    'libs/bus/src/engine/leadership.ts',
  ),
  JournalRecord: bytesOf(
    'journal record',
    'Commands in their order, with the hash of the record before.',
    'libs/bus/src/journal/journal-record.ts',
  ),
  EventBatch: bytesOf(
    'event batch',
    'What commands came to, in order.',
    'libs/exchange/src/event.ts',
  ),
  FundingMessage: bytesOf(
    'funding message',
    'What a funding app has done, or asks another for.',
    'libs/funding/src/message.ts',
  ),
};
