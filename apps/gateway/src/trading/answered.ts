import { markReplay } from '@bellwether/runtime';
import type { FastifyReply } from 'fastify';
import type { Done } from './order-operations';

/** The body of a success over HTTP, whose header says whether it is a repeat. */
export function answered<B extends object>(reply: FastifyReply, done: Done<B>): B {
  markReplay(reply, done);
  return done.body;
}
