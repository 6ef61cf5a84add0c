import { BuildError } from './build-error';
import { ELF_HEADER_BYTES, PROGRAM_HEADER_BYTES, SectionFlag, SectionType, alignUp } from './elf';
import type { ObjectFile, Section } from './object-file';

/** Code, read-only data, what the loader reads. */
export const SEGMENTS = 3;
const CODE_ALIGNMENT = 8;
const DATA_ALIGNMENT = 16;
/** Pointers in constant data: written by nobody once they are relocated, so they may lie with the read-only data. */
const RELOCATED_CONSTANTS = '.data.rel.ro';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where each section goes. File offset and address are the same number, but for the machine's constant. */
export interface Placement {
  readonly code: Range;
  readonly data: Range;
  /** By section index; what is not in here is not part of the program. */
  readonly offsetOf: ReadonlyMap<number, number>;
  readonly isCode: (sectionIndex: number) => boolean;
}

/** @throws BuildError where a section is writable: the machine maps a program read-only */
export function placeSections(object: ObjectFile): Placement {
  const parts = object.sections.filter(
    ({ flags, size }) => (flags & SectionFlag.allocate) !== 0n && size > 0,
  );
  const isCode = ({ flags }: Section) => (flags & SectionFlag.execute) !== 0n;
  const offsetOf = new Map<number, number>();
  const place = (sections: readonly Section[], from: number, alignment: number): Range => {
    const start = alignUp(from, alignment);
    let end = start;
    for (const section of sections) {
      const offset = alignUp(
        end,
        Math.max(section.alignment, isCode(section) ? CODE_ALIGNMENT : 1),
      );
      offsetOf.set(section.index, offset);
      end = offset + section.size;
    }
    return { start, end };
  };
  const data = parts.filter((section) => !isCode(section));
  data.forEach(refuseWritable);
  const code = place(parts.filter(isCode), ELF_HEADER_BYTES + SEGMENTS * PROGRAM_HEADER_BYTES, 8);
  const codeIndices = new Set(parts.filter(isCode).map(({ index }) => index));
  return {
    code,
    data: place(data, code.end, DATA_ALIGNMENT),
    offsetOf,
    isCode: (index) => codeIndices.has(index),
  };
}

function refuseWritable({ name, type, flags }: Section): void {
  const isWritable =
    type === SectionType.noBits ||
    ((flags & SectionFlag.write) !== 0n && !name.startsWith(RELOCATED_CONSTANTS));
  if (isWritable) {
    throw new BuildError(
      `writable global data (${name}): a program is mapped read-only, keep state on the heap or in accounts`,
    );
  }
}
