import { connect } from '@nats-io/transport-node';
import { ECHO_SUBJECT, PEER_IS_READY } from './start-peer';
import type { NatsPlace } from './start-peer';

/** Answers every request with its own bytes: the least a service behind NATS can do. */
export async function serveEcho({ url, token }: NatsPlace): Promise<void> {
  const nats = await connect({ servers: url, token, noAsyncTraces: true });
  nats.subscribe(ECHO_SUBJECT, {
    callback: (error, message) => {
      if (error) throw error;
      message.respond(message.data);
    },
  });
  await nats.flush();
  console.log(PEER_IS_READY);
}
