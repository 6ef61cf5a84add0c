/**
 * A command's request and response as bytes. A command either fails with a code before it is sequenced (`failed`:
 * nothing was done), or is journaled and applied and this is its answer.
 */
import { list, oneOf, optional, struct, text, u53, union } from '@bellwether/codec';
import type { Layout, ValueOf } from '@bellwether/codec';
import { isCode } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { REQUEST_LANES, answerLayout, commandLayout } from '@bellwether/exchange';
import { exactByte } from '../exact-byte';

export const ENGINE_MESSAGE_VERSION = 1;

/** `deadlineMs`: Unix time after which the engine must not sequence the command. */
export const engineRequestLayout = struct({
  version: exactByte(ENGINE_MESSAGE_VERSION, 'version'),
  deadlineMs: u53,
  requestId: text,
  command: commandLayout,
});

export const ENGINE_BATCH_VERSION = 2;

/**
 * Commands that are carried out in this order, in one record. Each is refused or carried out by itself. `lane` is that
 * on which the command would come alone.
 */
export const engineBatchLayout = struct({
  version: exactByte(ENGINE_BATCH_VERSION, 'version'),
  deadlineMs: u53,
  requestId: text,
  operations: list(struct({ lane: oneOf(REQUEST_LANES), command: commandLayout })),
});

/** Codes are sent as text: the registry has no numbers for them and never changes a name. */
const code: Layout<Code> = {
  write: (writer, value) => text.write(writer, value),
  read(reader) {
    const word = text.read(reader);
    return isCode(word) ? word : reader.fail(`no code ${word}`);
  },
};

/** One named detail of a failure, such as the field, its value or the expected value. */
const failureDetailLayout = union({
  number: [0, struct({ name: text, value: u53 })],
  text: [1, struct({ name: text, value: text })],
});
export type FailureDetail = ValueOf<typeof failureDetailLayout>;

/** The tightest limit of the user that a request was charged to, and what was left of it then. */
const standingLayout = struct({
  name: text,
  requests: u53,
  perMs: u53,
  burst: u53,
  remaining: u53,
  resetAfterMs: u53,
});
export type Standing = ValueOf<typeof standingLayout>;
const standing = optional(standingLayout);

const failed = struct({ code, details: list(failureDetailLayout) });
const answer = struct({ answer: answerLayout });

/** The outcome of one command of a batch. */
export const operationOutcomeLayout = union({ failed: [0, failed], answer: [1, answer] });
export type OperationOutcome = ValueOf<typeof operationOutcomeLayout>;

/** `outcomes`: one for each command of a batch, in its order. `standing`: null where nothing was charged. */
export const engineResponseLayout = union({
  failed: [0, failed],
  answer: [1, struct({ answer: answerLayout, standing })],
  outcomes: [2, struct({ outcomes: list(operationOutcomeLayout), standing })],
});
export type EngineResponse = ValueOf<typeof engineResponseLayout>;
