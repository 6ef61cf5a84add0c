import { connectBus } from '@bellwether/bus';
import { ECHO_SUBJECT, PEER_IS_READY, quiet } from './start-peer';
import type { NatsPlace } from './start-peer';

/** Answers every request with its own bytes: the least a service behind NATS can do. */
export async function serveEcho({ url, token }: NatsPlace): Promise<void> {
  const bus = await connectBus({ servers: url, token, name: 'bench-echo', log: quiet });
  bus.subscribe(ECHO_SUBJECT, ({ reply, data }) => {
    if (reply !== undefined) bus.publish(reply, data);
  });
  await bus.flush();
  console.log(PEER_IS_READY);
}
