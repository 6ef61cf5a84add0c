/**
 * The request and the response of a command, as bytes. A command is refused with a code before it is sequenced
 * (`failed`: nothing was done), or it was journaled and applied and this is its answer.
 */
import { list, struct, text, u53, union } from '@bellwether/codec';
import type { Layout, ValueOf } from '@bellwether/codec';
import { isCode } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { answerLayout, commandLayout } from '@bellwether/exchange';
import { exactByte } from '../exact-byte';

export const ENGINE_MESSAGE_VERSION = 1;

/** `deadlineMs`: Unix time after which the engine must not sequence the command any more. */
export const engineRequestLayout = struct({
  version: exactByte(ENGINE_MESSAGE_VERSION, 'version'),
  deadlineMs: u53,
  requestId: text,
  command: commandLayout,
});
export type EngineRequest = ValueOf<typeof engineRequestLayout>;

/** Codes travel as words: the registry gives them no numbers and never changes a name. */
const code: Layout<Code> = {
  write: (writer, value) => text.write(writer, value),
  read(reader) {
    const word = text.read(reader);
    return isCode(word) ? word : reader.fail(`no code ${word}`);
  },
};

/** One named fact of a failure: which field, what was there, what would be right. */
const failureDetailLayout = union({
  number: [0, struct({ name: text, value: u53 })],
  text: [1, struct({ name: text, value: text })],
});
export type FailureDetail = ValueOf<typeof failureDetailLayout>;

export const engineResponseLayout = union({
  failed: [0, struct({ code, details: list(failureDetailLayout) })],
  answer: [1, struct({ answer: answerLayout })],
});
export type EngineResponse = ValueOf<typeof engineResponseLayout>;
