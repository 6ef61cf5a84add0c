/** Rows as a file's bytes, by COPY: the server forms them, and waits while the reader is behind. */
import { Readable } from 'node:stream';
import { Query } from 'pg';
import type { Connection, PoolClient } from 'pg';

/** @param select what is copied; without parameters, as COPY takes none */
export function copyOut(client: Pick<PoolClient, 'query'>, select: string): Readable {
  const bytes = new CopiedBytes();
  const copy = new CopyOut(`COPY (${select}) TO STDOUT (FORMAT csv, HEADER)`, bytes);
  client.query(copy);
  return bytes;
}

class CopiedBytes extends Readable {
  private connection: Connection | undefined;

  /** `pg` uses the chunk's memory again. */
  receive(chunk: Buffer, connection: Connection): void {
    this.connection = connection;
    if (!this.push(Buffer.from(chunk))) connection.stream.pause();
  }

  end(error: Error | null | undefined): void {
    if (error) this.destroy(error);
    else this.push(null);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  /** The connection is wanted again, if only to be closed. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.connection?.stream.resume();
    done(error);
  }
}

/** `pg` calls it for each piece. Its own class for queries drops them. */
class CopyOut extends Query {
  constructor(
    text: string,
    private readonly bytes: CopiedBytes,
  ) {
    super(text, (error: Error | null | undefined) => bytes.end(error));
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection): void {
    this.bytes.receive(chunk, connection);
  }
}
