/** This browser's storage between visits: the key, and unanswered requests. */

const NAME = 'bellwether';
const VERSION = 1;
export type StoreName = 'keys' | 'requests';

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('keys');
      request.result.createObjectStore('requests');
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
  // A browser that refuses once (a private window) may allow it after a change of its settings.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** @returns when the browser has it on its disk */
async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(name, mode, { durability: 'strict' });
  const request = work(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB gave up')),
    );
  });
}

export const read = <T>(name: StoreName, key: string): Promise<T | undefined> =>
  inStore(name, 'readonly', (store) => store.get(key) as IDBRequest<T | undefined>);
export const readAll = <T>(name: StoreName): Promise<T[]> =>
  inStore(name, 'readonly', (store) => store.getAll() as IDBRequest<T[]>);
export const write = (name: StoreName, key: string, value: unknown): Promise<unknown> =>
  inStore(name, 'readwrite', (store) => store.put(value, key));
/** Several rows at once, all or none; undefined removes one. */
export const replace = (
  name: StoreName,
  rows: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  inStore(name, 'readwrite', (store) => {
    for (const [key, value] of Object.entries(rows)) {
      if (value === undefined) store.delete(key);
      else store.put(value, key);
    }
    return store.count();
  });
export const remove = (name: StoreName, key: string): Promise<unknown> =>
  inStore(name, 'readwrite', (store) => store.delete(key));
