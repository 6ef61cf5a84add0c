/** Addresses to which this browser has withdrawn before: any other is confirmed by typing its end. */
const KEY = 'bellwether.recipients';
const MOST = 50;

function all(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const isKnown = (user: string, address: string): boolean =>
  all().includes(`${user} ${address}`);

export function remember(user: string, address: string): void {
  const name = `${user} ${address}`;
  const kept = [name, ...all().filter((one) => one !== name)].slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(kept));
}
