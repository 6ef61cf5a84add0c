import {
  DYNAMIC_ENTRY_BYTES,
  DynamicTag,
  RELOCATION_BYTES,
  Relocation,
  SYMBOL_BYTES,
  SYMBOL_GLOBAL_UNTYPED,
  alignUp,
} from './elf';
import type { SystemCallSite } from './relocate';

/** A table and where it lies in the file. */
export interface Table {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** The tables that the loader reads to resolve the system calls. */
export interface DynamicTables {
  readonly dynamic: Table;
  readonly symbols: Table;
  readonly strings: Table;
  readonly relocations: Table;
}

/** @param start where they begin: one after another, each aligned */
export function makeDynamicTables(sites: readonly SystemCallSite[], start: number): DynamicTables {
  const names = [...new Set(sites.map(({ name }) => name))];
  const strings = Buffer.from(['', ...names, ''].join('\0'), 'latin1');
  const symbols = symbolTable(names);
  const relocations = relocationTable(sites, names);
  const entryCount = sites.length === 0 ? 1 : Object.keys(DynamicTag).length + 1;

  const dynamicOffset = alignUp(start, 8);
  const symbolsOffset = dynamicOffset + entryCount * DYNAMIC_ENTRY_BYTES;
  const stringsOffset = symbolsOffset + symbols.length;
  const relocationsOffset = alignUp(stringsOffset + strings.length, 8);
  const entries: readonly (readonly [tag: number, value: number])[] = [
    [DynamicTag.symbolTable, symbolsOffset],
    [DynamicTag.symbolBytes, SYMBOL_BYTES],
    [DynamicTag.stringTable, stringsOffset],
    [DynamicTag.stringTableBytes, strings.length],
    [DynamicTag.relocationTable, relocationsOffset],
    [DynamicTag.relocationTableBytes, relocations.length],
    [DynamicTag.relocationBytes, RELOCATION_BYTES],
  ];
  return {
    dynamic: { offset: dynamicOffset, bytes: dynamicTable(sites.length === 0 ? [] : entries) },
    symbols: { offset: symbolsOffset, bytes: symbols },
    strings: { offset: stringsOffset, bytes: strings },
    relocations: { offset: relocationsOffset, bytes: relocations },
  };
}

/** The first symbol is the empty one, and so is the first name. */
function symbolTable(names: readonly string[]): Buffer {
  const table = Buffer.alloc((names.length + 1) * SYMBOL_BYTES);
  let nameOffset = 1;
  for (const [index, name] of names.entries()) {
    const at = (index + 1) * SYMBOL_BYTES;
    table.writeUInt32LE(nameOffset, at);
    table.writeUInt8(SYMBOL_GLOBAL_UNTYPED, at + 4);
    nameOffset += name.length + 1;
  }
  return table;
}

function relocationTable(sites: readonly SystemCallSite[], names: readonly string[]): Buffer {
  const table = Buffer.alloc(sites.length * RELOCATION_BYTES);
  for (const [index, { offset, name }] of sites.entries()) {
    const at = index * RELOCATION_BYTES;
    table.writeBigUInt64LE(BigInt(offset), at);
    table.writeUInt32LE(Relocation.call, at + 8);
    table.writeUInt32LE(names.indexOf(name) + 1, at + 12);
  }
  return table;
}

/** Ended by an entry of zeros. */
function dynamicTable(entries: readonly (readonly [tag: number, value: number])[]): Buffer {
  const table = Buffer.alloc((entries.length + 1) * DYNAMIC_ENTRY_BYTES);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = index * DYNAMIC_ENTRY_BYTES;
    table.writeBigUInt64LE(BigInt(tag), at);
    table.writeBigUInt64LE(BigInt(value), at + 8);
  }
  return table;
}
