/** Who may say results beside operators: keys that sign what they see. */
import type { Source } from '@bellwether/client';
import { List } from '../components/list';
import { Panel } from '../components/surfaces';
import { gateway } from '../exchange/connection';
import { usePages } from '../exchange/use-pages';
import { moment } from '../money/time';
import { RESULT_WORDS as words } from './result-words';
import { say } from './session';

export function Sources() {
  // All of them are one page.
  const list = usePages(
    'sources',
    async (_before, signal) => ({
      ...(await gateway.sources({ ...(signal && { signal }) })),
      next_cursor: null,
    }),
    ({ sources }) => sources,
  );
  return (
    <Panel title={words.sources}>
      <List<Source>
        of={list}
        name={words.sources}
        test="sources"
        say={say}
        empty={words.noSources}
        keyOf={({ key }) => key}
        columns={[
          { title: words.name, cell: ({ name }) => <b>{name}</b> },
          { title: words.key, kind: 'text', cell: ({ key }) => key },
          { title: words.url, kind: 'text', cell: ({ url }) => url },
          {
            title: words.retired,
            cell: ({ retired_at: at }) => (
              <span class="number">{at === null ? '' : moment(at)}</span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
