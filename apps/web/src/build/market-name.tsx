/** A market by its question, as people know it; until that is known, by its id. */
import { signal } from '@preact/signals';
import type { BuilderClient } from '@bellwether/client';
import { useEffect } from 'preact/hooks';
import { shortened } from '../money/format';

/** Each is requested once per page. */
const names = signal<ReadonlyMap<string, string | null>>(new Map());

const setName = (id: string, name: string | null): void => {
  names.value = new Map(names.value).set(id, name);
};

function ask(client: BuilderClient, id: string): void {
  if (names.value.has(id)) return;
  setName(id, null);
  client.gateway.market(id).then(
    ({ question, label, outcomes }) =>
      setName(id, outcomes.length === 1 && label === 'Yes' ? question : `${question} · ${label}`),
    // Its id stands there, and leads to it.
    () => undefined,
  );
}

export function MarketName({ client, id }: { client: BuilderClient; id: string }) {
  useEffect(() => ask(client, id), [id]);
  const name = names.value.get(id);
  return (
    <a href={`/market/${id}`} title={id} class={name ? undefined : 'mono'}>
      {name ?? shortened(id)}
    </a>
  );
}
