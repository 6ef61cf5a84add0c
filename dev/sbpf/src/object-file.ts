import { BuildError } from './build-error';
import {
  ELF_CLASS_64,
  ELF_LITTLE_ENDIAN,
  ELF_MAGIC,
  FileType,
  MACHINE_BPF,
  RELOCATION_BYTES,
  SECTION_HEADER_BYTES,
  SYMBOL_BYTES,
  SectionType,
} from './elf';

export interface Section {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly flags: bigint;
  readonly bytes: Buffer;
  readonly size: number;
  readonly alignment: number;
  /** Of a table: the section of its strings. */
  readonly link: number;
  /** Of relocations: the section they change. */
  readonly info: number;
}

export interface ObjectSymbol {
  readonly name: string;
  readonly type: number;
  readonly sectionIndex: number;
  readonly value: number;
}

export interface ObjectRelocation {
  readonly targetIndex: number;
  readonly offset: number;
  readonly type: number;
  readonly symbol: ObjectSymbol;
}

/** A compiler's output for one translation unit. */
export interface ObjectFile {
  readonly sections: readonly Section[];
  readonly symbols: readonly ObjectSymbol[];
  readonly relocations: readonly ObjectRelocation[];
}

/** @throws BuildError where `file` is not a relocatable eBPF object */
export function readObjectFile(file: Buffer): ObjectFile {
  if (
    file.length < 64 ||
    file.readUInt32BE(0) !== ELF_MAGIC ||
    file[4] !== ELF_CLASS_64 ||
    file[5] !== ELF_LITTLE_ENDIAN
  ) {
    throw new BuildError('not a 64-bit little-endian ELF file');
  }
  if (file.readUInt16LE(16) !== FileType.relocatable || file.readUInt16LE(18) !== MACHINE_BPF) {
    throw new BuildError('not a relocatable eBPF object');
  }
  const sections = readSections(file);
  const symbols = readSymbols(sections);
  return { sections, symbols, relocations: readRelocations(sections, symbols) };
}

function readSections(file: Buffer): readonly Section[] {
  const table = Number(file.readBigUInt64LE(40));
  const headers = Array.from({ length: file.readUInt16LE(60) }, (_, index) =>
    readSectionHeader(file, table + index * SECTION_HEADER_BYTES, index),
  );
  const names = headers[file.readUInt16LE(62)]?.bytes ?? Buffer.alloc(0);
  return headers.map(({ nameOffset, ...header }) => ({ ...header, name: text(names, nameOffset) }));
}

function readSectionHeader(file: Buffer, at: number, index: number) {
  const u64 = (offset: number) => Number(file.readBigUInt64LE(at + offset));
  const type = file.readUInt32LE(at + 4);
  const [start, size] = [u64(24), u64(32)];
  return {
    index,
    nameOffset: file.readUInt32LE(at),
    type,
    flags: file.readBigUInt64LE(at + 8),
    bytes: type === SectionType.noBits ? Buffer.alloc(0) : file.subarray(start, start + size),
    size,
    link: file.readUInt32LE(at + 40),
    info: file.readUInt32LE(at + 44),
    alignment: Math.max(1, u64(48)),
  };
}

function readSymbols(sections: readonly Section[]): readonly ObjectSymbol[] {
  const table = sections.find(({ type }) => type === SectionType.symbols);
  if (table === undefined) throw new BuildError('the object has no symbols');
  const names = sections[table.link]?.bytes ?? Buffer.alloc(0);
  return entries(table, SYMBOL_BYTES).map((at) => ({
    name: text(names, table.bytes.readUInt32LE(at)),
    type: table.bytes.readUInt8(at + 4) & 15,
    sectionIndex: table.bytes.readUInt16LE(at + 6),
    value: Number(table.bytes.readBigUInt64LE(at + 8)),
  }));
}

function readRelocations(
  sections: readonly Section[],
  symbols: readonly ObjectSymbol[],
): readonly ObjectRelocation[] {
  return sections
    .filter(({ type }) => type === SectionType.relocations)
    .flatMap((table) =>
      entries(table, RELOCATION_BYTES).map((at) => {
        const symbol = symbols[table.bytes.readUInt32LE(at + 12)];
        if (symbol === undefined) throw new BuildError(`${table.name} names a symbol that is none`);
        return {
          targetIndex: table.info,
          offset: Number(table.bytes.readBigUInt64LE(at)),
          type: table.bytes.readUInt32LE(at + 8),
          symbol,
        };
      }),
    );
}

const entries = (table: Section, entryBytes: number): readonly number[] =>
  Array.from({ length: Math.floor(table.bytes.length / entryBytes) }, (_, i) => i * entryBytes);

const text = (strings: Buffer, at: number): string =>
  strings.toString('latin1', at, strings.indexOf(0, at));
