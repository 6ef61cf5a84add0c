import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from './index';

describe('a map of what was used recently', () => {
  it('drops the least recently used entry, and no other', () => {
    const map = new RecentlyUsed<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
    expect(map.size).toBe(2);
  });

  it('replaces an entry without dropping another', () => {
    const map = new RecentlyUsed<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
  });

  it('tells of what gives way for want of room, and of nothing else', () => {
    const evicted: number[] = [];
    const map = new RecentlyUsed<number>(1, (value) => evicted.push(value));
    map.set('a', 1);
    map.set('a', 2);
    map.set('b', 3);
    map.delete('b');
    expect(evicted).toEqual([2]);
  });

  it('can be looked at without being used', () => {
    const map = new RecentlyUsed<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.peek('a')).toBe(1);
    map.set('c', 3);
    expect([map.peek('a'), map.peek('b')]).toEqual([undefined, 2]);
  });

  it('forgets', () => {
    const map = new RecentlyUsed<number>(1);
    map.set('a', 1);
    map.delete('a');
    expect(map.get('a')).toBeUndefined();
  });
});
