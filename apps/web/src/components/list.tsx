/** A long list in all its states: not there yet, failed, empty, its rows, and a button for more of them. */
import { useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Empty, Notice, Skeleton } from './surfaces';
import { Table } from './table';
import type { Column } from './table';
import { useFocusFallback } from './use-focus-fallback';
import { COMPONENT_WORDS as words } from './words';

interface Listed<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly failure: unknown;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly more: () => void;
  readonly retry: () => void;
}

export function List<Row>({
  of: list,
  name,
  columns,
  keyOf,
  test,
  empty,
  say,
  height = '160px',
}: {
  readonly of: Listed<Row>;
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly test: string;
  /** Why nothing is there. */
  readonly empty: ComponentChildren;
  readonly say: (error: unknown) => string;
  /** About that of what will stand there. */
  readonly height?: string;
}) {
  const { rows, failure, hasMore, isReading, more, retry } = list;
  const place = useRef<HTMLDivElement>(null);
  // The button for more is gone with the last page.
  useFocusFallback(place, '.table');
  return (
    <div class="stack tight" ref={place}>
      {failure !== undefined && (
        <Notice
          kind="bad"
          data-test={`${test}-failed`}
          action={
            <button class="button little" onClick={retry}>
              {words.retry}
            </button>
          }
        >
          {say(failure)}
        </Notice>
      )}
      {rows === undefined && failure === undefined && <Skeleton height={height} />}
      {rows?.length === 0 && <Empty>{empty}</Empty>}
      {rows !== undefined && rows.length > 0 && (
        <Table name={name} test={test} rows={rows} keyOf={keyOf} columns={columns} />
      )}
      {hasMore && (
        <div class="row">
          <button
            class="button"
            aria-disabled={isReading}
            data-test={`${test}-more`}
            onClick={more}
          >
            {words.more}
          </button>
          <span class="muted small" role="status">
            {words.shown(rows?.length ?? 0)}
          </span>
        </div>
      )}
    </div>
  );
}
