/**
 * Records of a table that are due at a time of their own: a binary heap by time, then by `order`. Each record's place in
 * the heap is stored, so a record can be removed before it is due. Cost: O(log n) to add or remove, O(1) to look at the
 * next.
 */
export class DueQueue {
  /** The heap, from index 1. */
  private readonly heap: number[] = [0];
  private readonly times: number[] = [0];
  private readonly orders: number[] = [0];
  /** Of each record: its index in the heap, 0 for none. */
  private places = new Int32Array(64);

  get count(): number {
    return this.heap.length - 1;
  }

  /** The record that is due next, 0 if there is none. */
  get next(): number {
    return this.heap[1] ?? 0;
  }

  /** Unix ms; null if nothing is due. */
  get nextMs(): number | null {
    return this.times[1] ?? null;
  }

  /** When a record is due, in Unix ms; 0 for never. */
  timeOf(record: number): number {
    const place = this.places[record] ?? 0;
    return place === 0 ? 0 : this.times[place]!;
  }

  /** @param order among records that are due at the same time */
  add(record: number, atMs: number, order: number): void {
    this.reserve(record);
    this.heap.push(record);
    this.times.push(atMs);
    this.orders.push(order);
    this.places[record] = this.count;
    this.rise(this.count);
  }

  /** Without effect if the record is not due at any time. */
  remove(record: number): void {
    const place = this.places[record] ?? 0;
    if (place === 0) return;
    this.places[record] = 0;
    const last = this.heap.pop()!;
    const atMs = this.times.pop()!;
    const order = this.orders.pop()!;
    if (last === record) return;
    this.put(place, last, atMs, order);
    this.rise(place);
    this.sink(this.places[last]!);
  }

  /** By record, for a snapshot. */
  entries(): { record: number; dueMs: number }[] {
    return this.heap
      .slice(1)
      .map((record, i) => ({ record, dueMs: this.times[i + 1]! }))
      .toSorted((a, b) => a.record - b.record);
  }

  private rise(from: number): void {
    for (let place = from; place > 1 && this.isBefore(place, place >> 1); place >>= 1)
      this.swap(place, place >> 1);
  }

  private sink(from: number): void {
    const { count } = this;
    for (let place = from; 2 * place <= count;) {
      let child = 2 * place;
      if (child < count && this.isBefore(child + 1, child)) child++;
      if (!this.isBefore(child, place)) return;
      this.swap(child, place);
      place = child;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const between = this.times[a]! - this.times[b]!;
    return between === 0 ? this.orders[a]! < this.orders[b]! : between < 0;
  }

  private swap(a: number, b: number): void {
    const [record, atMs, order] = [this.heap[a]!, this.times[a]!, this.orders[a]!];
    this.put(a, this.heap[b]!, this.times[b]!, this.orders[b]!);
    this.put(b, record, atMs, order);
  }

  private put(place: number, record: number, atMs: number, order: number): void {
    this.heap[place] = record;
    this.times[place] = atMs;
    this.orders[place] = order;
    this.places[record] = place;
  }

  private reserve(record: number): void {
    if (record < this.places.length) return;
    const grown = new Int32Array(Math.max(record + 1, this.places.length * 2));
    grown.set(this.places);
    this.places = grown;
  }
}
