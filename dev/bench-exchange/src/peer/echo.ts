import { connect } from '@nats-io/transport-node';
import { ECHO_SUBJECT, PEER_IS_READY } from './start-peer';

/** Answers every request with its own bytes: the least a service behind NATS can do. */
export async function serveEcho(servers: string): Promise<void> {
  const nats = await connect({ servers, noAsyncTraces: true });
  nats.subscribe(ECHO_SUBJECT, {
    callback: (error, message) => {
      if (error) throw error;
      message.respond(message.data);
    },
  });
  await nats.flush();
  console.log(PEER_IS_READY);
}
