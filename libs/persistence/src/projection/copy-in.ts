/** New rows by COPY: the server parses no statement and no text, and fills whole pages at once. */
import { assert } from '@bellwether/errors';
import { Query } from 'pg';
import type { Connection, PoolClient } from 'pg';

/**
 * @param target `table (column, …)`
 * @param data as the format is: `copyData` of a RowSet, or CSV with a line of names
 * @returns the number of rows
 */
export function copyIn(
  client: Pick<PoolClient, 'query'>,
  target: string,
  data: Buffer,
  format: 'binary' | 'csv, HEADER' = 'binary',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const copy = new CopyIn(`COPY ${target} FROM STDIN (FORMAT ${format})`, data, (error, rows) =>
      error === undefined ? resolve(rows) : reject(error),
    );
    client.query(copy);
  });
}

/** `pg` calls it when the server is ready to read. Its own class for queries answers that there is nothing. */
class CopyIn extends Query {
  constructor(
    text: string,
    private readonly data: Buffer,
    done: (error: Error | undefined, rows: number) => void,
  ) {
    super(
      text,
      (error: Error | null | undefined, result?: { readonly rowCount: number | null }) => {
        if (error) return done(error, 0);
        assert(typeof result?.rowCount === 'number', 'COPY counts its rows');
        return done(undefined, result.rowCount);
      },
    );
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.data);
    connection.endCopyFrom();
  }
}

/** `pg` has these methods, its types do not. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
