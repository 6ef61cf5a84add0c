/** The numbers of the ELF format, of its eBPF relocations, and of the machine's address space. */

export const ELF_MAGIC = 0x7f454c46;
export const ELF_CLASS_64 = 2;
export const ELF_LITTLE_ENDIAN = 1;
export const ELF_VERSION = 1;
export const ELF_HEADER_BYTES = 64;
export const PROGRAM_HEADER_BYTES = 56;
export const SECTION_HEADER_BYTES = 64;
export const SYMBOL_BYTES = 24;
export const RELOCATION_BYTES = 16;
export const DYNAMIC_ENTRY_BYTES = 16;

export const FileType = { relocatable: 1, shared: 3 } as const;
export const MACHINE_BPF = 247;

export const SectionType = {
  none: 0,
  programBits: 1,
  symbols: 2,
  strings: 3,
  dynamic: 6,
  noBits: 8,
  relocations: 9,
  dynamicSymbols: 11,
} as const;

export const SectionFlag = { write: 1n, allocate: 2n, execute: 4n } as const;

/** Symbol's section index of what another object, or the loader, is to give. */
export const SECTION_UNDEFINED = 0;
/** Section indices from here on say something else than a section. */
export const SECTION_RESERVED = 0xff00;
export const SYMBOL_TYPE_SECTION = 3;
export const SYMBOL_GLOBAL_UNTYPED = 1 << 4;

export const SegmentType = { load: 1, dynamic: 2 } as const;
export const SegmentFlag = { execute: 1, write: 2, read: 4 } as const;

export const DynamicTag = {
  stringTable: 5,
  symbolTable: 6,
  stringTableBytes: 10,
  symbolBytes: 11,
  relocationTable: 17,
  relocationTableBytes: 18,
  relocationBytes: 19,
} as const;

/** Relocation types as LLVM's eBPF back end writes them; the loader knows `call` for system calls. */
export const Relocation = { loadAddress: 1, address64: 2, address32: 3, call: 10 } as const;

/** An instruction is 8 bytes; `lddw` is two of them. */
export const INSTRUCTION_BYTES = 8;
/** Where the machine maps a program: file offset 0 is this address. */
export const PROGRAM_START = 0x1_0000_0000n;

export const alignUp = (value: number, alignment: number): number =>
  Math.ceil(value / alignment) * alignment;
