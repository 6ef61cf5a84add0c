/** The source of a frame in a bundle: which library, app or package, and which file of it. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CallFrame } from './cpu-profile';

export interface CodePlace {
  /** `libs/exchange`, `pg`, `Node.js`, `garbage collection`, `native code`. */
  readonly part: string;
  readonly name: string;
}

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//g;
const CHUNK = /\/chunks\/[^/]+\.js$/;
const OWN = /(?:^|\/)((?:apps|libs|dev)\/[^/]+)\/(.+)$/;

export class CodePlaces {
  /** By the path of the bundle. Null if it has no map. */
  private readonly maps = new Map<string, SourceMap | null>();

  of(frame: CallFrame): CodePlace {
    const { functionName, url } = frame;
    const name = functionName === '' ? '(anonymous)' : functionName;
    if (name === '(garbage collector)') return { part: 'garbage collection', name };
    // V8's "(program)" is what runs outside of JavaScript, mostly system calls.
    if (url === '') return { part: 'native code', name };
    if (url.startsWith('node:')) return { part: 'Node.js', name: `${name} (${url.slice(5)})` };
    const source = this.sourceOf(frame) ?? url;
    const packages = [...source.matchAll(PACKAGE)];
    const innermost = packages.at(-1)?.[1];
    if (innermost !== undefined) return { part: innermost, name };
    // Chunks hold packages that several apps use, without a map.
    if (CHUNK.test(source)) return { part: 'packages', name };
    const [, folder, file] = OWN.exec(source) ?? [];
    if (folder === undefined) return { part: 'other', name };
    return { part: folder, name: `${name} (${file})` };
  }

  private sourceOf({ url, lineNumber, columnNumber }: CallFrame): string | undefined {
    if (!url.startsWith('file:')) return undefined;
    const path = fileURLToPath(url);
    let map = this.maps.get(path);
    if (map === undefined) this.maps.set(path, (map = mapOf(path)));
    const entry = map?.findEntry(lineNumber, columnNumber);
    return entry !== undefined && 'originalSource' in entry ? entry.originalSource : undefined;
  }
}

function mapOf(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return null; // a file without a map is its own source
  }
}
