/** An instruction as a message has it: by places in the list of addresses. */
export interface CompiledInstruction {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}
