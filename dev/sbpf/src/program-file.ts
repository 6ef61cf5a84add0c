import {
  DYNAMIC_ENTRY_BYTES,
  ELF_CLASS_64,
  ELF_HEADER_BYTES,
  ELF_LITTLE_ENDIAN,
  ELF_MAGIC,
  ELF_VERSION,
  FileType,
  MACHINE_BPF,
  PROGRAM_HEADER_BYTES,
  RELOCATION_BYTES,
  SECTION_HEADER_BYTES,
  SYMBOL_BYTES,
  SectionFlag,
  SectionType,
  SegmentFlag,
  SegmentType,
  alignUp,
} from './elf';
import { makeDynamicTables } from './dynamic-tables';
import type { DynamicTables } from './dynamic-tables';
import { SEGMENTS } from './placement';
import type { Placement, Range } from './placement';
import type { Image } from './relocate';

interface SectionHeader {
  readonly name: string;
  readonly type: number;
  readonly flags: bigint;
  readonly range: Range;
  readonly link?: number;
  readonly info?: number;
  readonly alignment: number;
  readonly entryBytes?: number;
}

const STRINGS_INDEX = 5;
const SYMBOLS_INDEX = 4;

/** The shared object that the loader takes: sBPF v0 is said by flags of 0. */
export function writeProgramFile(image: Image, placement: Placement, entryOffset: number): Buffer {
  const tables = makeDynamicTables(image.systemCalls, placement.data.end);
  const namesStart = endOf(tables.relocations);
  const sections = sectionHeaders(placement, tables, namesStart);
  const names = Buffer.from(sections.map(({ name }) => `${name}\0`).join(''), 'latin1');
  const headersStart = alignUp(namesStart + names.length, 8);
  const file = Buffer.alloc(headersStart + sections.length * SECTION_HEADER_BYTES);

  image.bytes.copy(file);
  for (const { bytes, offset } of Object.values<DynamicTables['dynamic']>({ ...tables }))
    bytes.copy(file, offset);
  names.copy(file, namesStart);
  writeFileHeader(file, { entryOffset, headersStart, sectionCount: sections.length });
  writeSegments(file, placement, tables);
  let nameOffset = 0;
  for (const [index, section] of sections.entries()) {
    const at = headersStart + index * SECTION_HEADER_BYTES;
    writeSectionHeader(file, at, section, nameOffset);
    nameOffset += section.name.length + 1;
  }
  return file;
}

const endOf = ({ offset, bytes }: DynamicTables['dynamic']): number => offset + bytes.length;
const rangeOf = (table: DynamicTables['dynamic']): Range => ({
  start: table.offset,
  end: endOf(table),
});

function sectionHeaders(
  { code, data }: Placement,
  tables: DynamicTables,
  namesStart: number,
): readonly SectionHeader[] {
  const { allocate, execute, write } = SectionFlag;
  const empty = { start: 0, end: 0 };
  const headers: SectionHeader[] = [
    { name: '', type: SectionType.none, flags: 0n, range: empty, alignment: 0 },
    {
      name: '.text',
      type: SectionType.programBits,
      flags: allocate | execute,
      range: code,
      alignment: 8,
    },
    { name: '.rodata', type: SectionType.programBits, flags: allocate, range: data, alignment: 16 },
    {
      name: '.dynamic',
      type: SectionType.dynamic,
      flags: allocate | write,
      range: rangeOf(tables.dynamic),
      link: STRINGS_INDEX,
      alignment: 8,
      entryBytes: DYNAMIC_ENTRY_BYTES,
    },
    {
      name: '.dynsym',
      type: SectionType.dynamicSymbols,
      flags: allocate,
      range: rangeOf(tables.symbols),
      link: STRINGS_INDEX,
      info: 1, // the first symbol that is global
      alignment: 8,
      entryBytes: SYMBOL_BYTES,
    },
    {
      name: '.dynstr',
      type: SectionType.strings,
      flags: allocate,
      range: rangeOf(tables.strings),
      alignment: 1,
    },
    {
      name: '.rel.dyn',
      type: SectionType.relocations,
      flags: allocate,
      range: rangeOf(tables.relocations),
      link: SYMBOLS_INDEX,
      alignment: 8,
      entryBytes: RELOCATION_BYTES,
    },
  ];
  const own = '.shstrtab';
  const length = [...headers.map(({ name }) => name), own].join('\0').length + 1;
  const range = { start: namesStart, end: namesStart + length };
  return [...headers, { name: own, type: SectionType.strings, flags: 0n, range, alignment: 1 }];
}

function writeFileHeader(
  file: Buffer,
  header: {
    readonly entryOffset: number;
    readonly headersStart: number;
    readonly sectionCount: number;
  },
): void {
  file.writeUInt32BE(ELF_MAGIC, 0);
  file.set([ELF_CLASS_64, ELF_LITTLE_ENDIAN, ELF_VERSION], 4);
  file.writeUInt16LE(FileType.shared, 16);
  file.writeUInt16LE(MACHINE_BPF, 18);
  file.writeUInt32LE(ELF_VERSION, 20);
  file.writeBigUInt64LE(BigInt(header.entryOffset), 24);
  file.writeBigUInt64LE(BigInt(ELF_HEADER_BYTES), 32);
  file.writeBigUInt64LE(BigInt(header.headersStart), 40);
  file.writeUInt16LE(ELF_HEADER_BYTES, 52);
  file.writeUInt16LE(PROGRAM_HEADER_BYTES, 54);
  file.writeUInt16LE(SEGMENTS, 56);
  file.writeUInt16LE(SECTION_HEADER_BYTES, 58);
  file.writeUInt16LE(header.sectionCount, 60);
  file.writeUInt16LE(header.sectionCount - 1, 62);
}

function writeSegments(file: Buffer, { code, data }: Placement, tables: DynamicTables): void {
  const { read, write, execute } = SegmentFlag;
  const segments: readonly (readonly [type: number, flags: number, range: Range])[] = [
    [SegmentType.load, read | execute, code],
    [SegmentType.load, read, { start: data.start, end: endOf(tables.relocations) }],
    [SegmentType.dynamic, read | write, rangeOf(tables.dynamic)],
  ];
  for (const [index, [type, flags, { start, end }]] of segments.entries()) {
    const at = ELF_HEADER_BYTES + index * PROGRAM_HEADER_BYTES;
    file.writeUInt32LE(type, at);
    file.writeUInt32LE(flags, at + 4);
    for (const field of [8, 16, 24]) file.writeBigUInt64LE(BigInt(start), at + field);
    for (const field of [32, 40]) file.writeBigUInt64LE(BigInt(end - start), at + field);
    file.writeBigUInt64LE(8n, at + 48);
  }
}

function writeSectionHeader(
  file: Buffer,
  at: number,
  section: SectionHeader,
  nameOffset: number,
): void {
  const { start, end } = section.range;
  const isMapped = (section.flags & SectionFlag.allocate) !== 0n;
  file.writeUInt32LE(nameOffset, at);
  file.writeUInt32LE(section.type, at + 4);
  file.writeBigUInt64LE(section.flags, at + 8);
  file.writeBigUInt64LE(isMapped ? BigInt(start) : 0n, at + 16);
  file.writeBigUInt64LE(BigInt(start), at + 24);
  file.writeBigUInt64LE(BigInt(end - start), at + 32);
  file.writeUInt32LE(section.link ?? 0, at + 40);
  file.writeUInt32LE(section.info ?? 0, at + 44);
  file.writeBigUInt64LE(BigInt(section.alignment), at + 48);
  file.writeBigUInt64LE(BigInt(section.entryBytes ?? 0), at + 56);
}
