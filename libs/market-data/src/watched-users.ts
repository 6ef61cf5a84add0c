/** Bytes of a public key: too many to find two keys on purpose that share them. */
const PREFIX_BYTES = 6;

/**
 * The requested users, by the beginnings of their keys. Most events are about others, and a lookup here makes no
 * string: it takes a hundredth of a lookup in the values.
 */
export class WatchedUsers {
  private readonly counts = new Map<number, number>();

  /** Number of beginnings. */
  get size(): number {
    return this.counts.size;
  }

  /** @param key begins with the `byteKey` of a user; each `add` is undone by one `drop` */
  add(key: string): void {
    const prefix = prefixOfKey(key);
    this.counts.set(prefix, (this.counts.get(prefix) ?? 0) + 1);
  }

  drop(key: string): void {
    const prefix = prefixOfKey(key);
    const left = (this.counts.get(prefix) ?? 0) - 1;
    if (left > 0) this.counts.set(prefix, left);
    else this.counts.delete(prefix);
  }

  /** False: no key of this user was added. True may be wrong. */
  mayHave(user: Uint8Array): boolean {
    return this.counts.size > 0 && this.counts.has(prefixOf(user));
  }
}

function prefixOf(bytes: Uint8Array): number {
  let prefix = 0;
  for (let at = 0; at < PREFIX_BYTES; at++) prefix = prefix * 256 + bytes[at]!;
  return prefix;
}

function prefixOfKey(key: string): number {
  let prefix = 0;
  for (let at = 0; at < PREFIX_BYTES; at++) prefix = prefix * 256 + key.charCodeAt(at);
  return prefix;
}
