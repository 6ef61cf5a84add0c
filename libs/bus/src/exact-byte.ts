import type { Layout } from '@bellwether/codec';

/** A byte with one allowed value, e.g. the version of a message: any other does not decode. */
export const exactByte = <const N extends number>(expected: N, what: string): Layout<N> => ({
  write: (writer) => writer.u8(expected),
  read(reader) {
    const byte = reader.u8();
    return byte === expected ? expected : reader.fail(`${what} is ${byte}, not ${expected}`);
  },
});
