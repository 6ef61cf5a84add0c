import { BuildError } from './build-error';
import { INSTRUCTION_BYTES } from './elf';
import type { Image } from './relocate';
import type { Range } from './placement';

const LOAD_WIDE = 0x18;
const CALL_REGISTER = 0x8d;
const STACK_POINTER = 10;
/** A frame's size as clang holds it. The machine's own frames are larger, but adjoin: an overflow would go unseen. */
const STACK_BYTES = 512;

const ALU = [
  0x04, 0x0c, 0x14, 0x1c, 0x24, 0x2c, 0x34, 0x3c, 0x44, 0x4c, 0x54, 0x5c, 0x64, 0x6c, 0x74,
].concat([0x7c, 0x84, 0x94, 0x9c, 0xa4, 0xac, 0xb4, 0xbc, 0xc4, 0xcc]);
const BYTE_SWAPS = [0xd4, 0xdc];
const MEMORY = [0x61, 0x69, 0x71, 0x79, 0x62, 0x6a, 0x72, 0x7a, 0x63, 0x6b, 0x73, 0x7b];
const STORES_AND_LOADS = new Set(MEMORY);
const STORES = new Set([0x62, 0x6a, 0x72, 0x7a, 0x63, 0x6b, 0x73, 0x7b]);
const JUMPS = [
  0x05, 0x15, 0x1d, 0x25, 0x2d, 0x35, 0x3d, 0x45, 0x4d, 0x55, 0x5d, 0x65, 0x6d, 0x75,
].concat([0x7d, 0xa5, 0xad, 0xb5, 0xbd, 0xc5, 0xcd, 0xd5, 0xdd]);
const CALL_AND_EXIT = [0x85, 0x95];

/** The instructions of sBPF v0. The 64-bit arithmetic has the codes of the 32-bit one, plus 3. */
const KNOWN = new Set([
  LOAD_WIDE,
  ...ALU,
  ...ALU.map((code) => code + 3),
  ...BYTE_SWAPS,
  ...MEMORY,
  ...JUMPS,
  ...CALL_AND_EXIT,
]);

/**
 * Looks at every instruction: what the machine would refuse to load, or fail at when it gets there, is refused now.
 * @throws BuildError with the instruction's offset in the code
 */
export function checkCode({ bytes }: Image, code: Range): void {
  for (let at = code.start; at < code.end; at += INSTRUCTION_BYTES) {
    const operation = bytes.readUInt8(at);
    const refuse = (reason: string): never => {
      throw new BuildError(`${reason} (instruction at byte ${at - code.start} of the code)`);
    };
    if (operation === CALL_REGISTER) refuse('call of a function pointer');
    if (!KNOWN.has(operation)) refuse(`instruction 0x${operation.toString(16)} is not of sBPF v0`);
    if (STORES_AND_LOADS.has(operation)) {
      const registers = bytes.readUInt8(at + 1);
      const base = STORES.has(operation) ? registers & 15 : registers >> 4;
      const offset = bytes.readInt16LE(at + 2);
      if (base === STACK_POINTER && (offset >= 0 || offset < -STACK_BYTES)) {
        refuse(`stack access at ${offset}, outside the ${STACK_BYTES} bytes of a frame`);
      }
    }
    if (operation === LOAD_WIDE) at += INSTRUCTION_BYTES;
  }
}
