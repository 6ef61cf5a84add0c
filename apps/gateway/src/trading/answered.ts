import { markReplay } from '@bellwether/runtime';
import type { FastifyReply } from 'fastify';
import type { Done } from './order-operations';

/** The answer of a success over HTTP, whose header says whether it is a repeat. */
export function answered<A>(reply: FastifyReply, done: Done<A>): A {
  markReplay(reply, done);
  return done.answer;
}
