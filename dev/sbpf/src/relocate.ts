import { BuildError } from './build-error';
import {
  INSTRUCTION_BYTES,
  PROGRAM_START,
  Relocation,
  SECTION_RESERVED,
  SECTION_UNDEFINED,
  SYMBOL_TYPE_SECTION,
} from './elf';
import type { ObjectFile, ObjectRelocation, ObjectSymbol } from './object-file';
import type { Placement } from './placement';
import { SYSTEM_CALLS } from './system-calls';

const IMMEDIATE_AT = 4;
/** Of `lddw`, whose upper half is the immediate of its second instruction. */
const UPPER_IMMEDIATE_AT = 12;
const CALL_OF_LOADER = -1;

/** A call instruction whose target the loader fills in. */
export interface SystemCallSite {
  readonly offset: number;
  readonly name: string;
}

export interface Image {
  /** The file up to the end of the data; its headers are still zero. */
  readonly bytes: Buffer;
  readonly systemCalls: readonly SystemCallSite[];
}

/**
 * Copies the sections to their places and resolves every reference between them. System calls alone are left to the
 * loader, as it hashes their names.
 * @throws BuildError where a reference is to something that a program cannot have
 */
export function relocate(object: ObjectFile, placement: Placement): Image {
  const bytes = Buffer.alloc(placement.data.end);
  for (const [index, offset] of placement.offsetOf)
    object.sections[index]!.bytes.copy(bytes, offset);
  const systemCalls: SystemCallSite[] = [];
  for (const relocation of object.relocations) {
    const target = placement.offsetOf.get(relocation.targetIndex);
    if (target === undefined) continue; // of debug information, which is left out
    const site = { bytes, placement, relocation, at: target + relocation.offset };
    if (relocation.type === Relocation.call) {
      const name = resolveCall(site);
      if (name !== null) systemCalls.push({ offset: site.at, name });
    } else if (relocation.type === Relocation.loadAddress) {
      resolveLoad(site);
    } else if (relocation.type === Relocation.address64) {
      resolvePointer(site);
    } else {
      throw new BuildError(`relocation of type ${relocation.type}, which no program can have`);
    }
  }
  return { bytes, systemCalls };
}

interface Site {
  readonly bytes: Buffer;
  readonly placement: Placement;
  readonly relocation: ObjectRelocation;
  readonly at: number;
}

/** @returns the name where it is a system call */
function resolveCall({ bytes, placement, relocation: { symbol }, at }: Site): string | null {
  const immediate = at + IMMEDIATE_AT;
  if (symbol.sectionIndex === SECTION_UNDEFINED) {
    if (!SYSTEM_CALLS.has(symbol.name)) throw new BuildError(unknownCall(symbol.name));
    bytes.writeInt32LE(CALL_OF_LOADER, immediate);
    return symbol.name;
  }
  // A section's symbol stands for its start; which function is meant is then in the instruction.
  const start = addressOf(symbol, placement);
  const isSection = symbol.type === SYMBOL_TYPE_SECTION;
  const callee = isSection ? start + (bytes.readInt32LE(immediate) + 1) * INSTRUCTION_BYTES : start;
  bytes.writeInt32LE((callee - at) / INSTRUCTION_BYTES - 1, immediate);
  return null;
}

function resolveLoad({ bytes, placement, relocation: { symbol }, at }: Site): void {
  const addend = bytes.readUInt32LE(at + IMMEDIATE_AT);
  const address = PROGRAM_START + BigInt(dataAddressOf(symbol, placement) + addend);
  bytes.writeUInt32LE(Number(address & 0xffff_ffffn), at + IMMEDIATE_AT);
  bytes.writeUInt32LE(Number(address >> 32n), at + UPPER_IMMEDIATE_AT);
}

function resolvePointer({ bytes, placement, relocation: { symbol }, at }: Site): void {
  const address = PROGRAM_START + BigInt(dataAddressOf(symbol, placement));
  bytes.writeBigUInt64LE(address + bytes.readBigUInt64LE(at), at);
}

function dataAddressOf(symbol: ObjectSymbol, placement: Placement): number {
  if (placement.isCode(symbol.sectionIndex)) {
    throw new BuildError('pointer to a function: call it by its name instead');
  }
  return addressOf(symbol, placement);
}

function addressOf({ name, sectionIndex, value }: ObjectSymbol, placement: Placement): number {
  if (sectionIndex === SECTION_UNDEFINED)
    throw new BuildError(`${name} is declared, but nowhere defined`);
  if (sectionIndex >= SECTION_RESERVED) throw new BuildError(`${name} has no place in the program`);
  const start = placement.offsetOf.get(sectionIndex);
  if (start === undefined)
    throw new BuildError(`${name} lies in a section that is not part of the program`);
  return start + value;
}

const unknownCall = (name: string): string =>
  /^mem(cpy|move|set|cmp)$/.test(name)
    ? `the compiler made a call of ${name}, which does not exist: copy large structures with copy_bytes`
    : `${name} is neither defined nor a system call`;
