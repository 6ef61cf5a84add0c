/** Seeds as plain bytes, as the programs write them: text in ASCII, numbers big-endian. */
import { encode } from '@bellwether/codec';
import { u16BigEndian, u32BigEndian, u64BigEndian } from './big-endian';

export const asciiBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const u16BigEndianBytes = (value: number): Uint8Array => encode(u16BigEndian, value);
export const u32BigEndianBytes = (value: number): Uint8Array => encode(u32BigEndian, value);
export const u64BigEndianBytes = (value: bigint): Uint8Array => encode(u64BigEndian, value);
