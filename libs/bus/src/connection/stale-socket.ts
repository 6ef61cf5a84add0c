/**
 * The client library sends what is buffered before it closes a stale connection. If the peer no longer reads, that waits
 * until TCP gives up, a quarter of an hour, and the client neither reconnects nor reports a disconnect. So the socket is
 * destroyed, which ends the wait (@nats-io/transport-node 3.3.1, `NodeTransport._closed`).
 */
import { assert } from '@bellwether/errors';
import type { NatsConnection } from '@nats-io/transport-node';

/** The library's own structure, which its types do not publish. */
interface WithSocket {
  readonly protocol: { readonly transport: { readonly socket?: { destroy(): void } } };
}

const hasTransport = (connection: object): connection is WithSocket =>
  'protocol' in connection &&
  typeof connection.protocol === 'object' &&
  connection.protocol !== null &&
  'transport' in connection.protocol;

export function destroySocket(connection: NatsConnection): void {
  assert(hasTransport(connection), 'a connection of the client library has a transport');
  connection.protocol.transport.socket?.destroy();
}
