/**
 * The NATS subjects as AsyncAPI: the subjects, who calls whom, and the messages. Messages are bytes by layouts in the
 * sources, or JSON; docs/protocol/bus.md specifies the bytes, so here they are only named.
 */
import {
  FUNDING_OPERATIONS,
  SIGNER_KEY_OPERATIONS,
  fundingSubject,
  signerKeysSubject,
  subjectsOf,
} from '@bellwether/bus';
import { REQUEST_LANES } from '@bellwether/exchange';
import type { AsyncApiDocument, AsyncChannel } from '@bellwether/runtime';
import { BUS_MESSAGES, BYTES } from './bus-messages';
import { QUERIES, fundingMessage, queryMessage, signerMessage } from './service-messages';

interface Use {
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: readonly string[];
  readonly reply?: string;
}

const SHARD = 0;
/** `engine.0.order` as `engine.{shard}.order`: every subject comes from the only place that names them. */
const ofAnyShard = (subject: string): string => subject.replace(/([._])0(?=\.|$)/, '$1{shard}');

function usesOfEngine(): Use[] {
  const subjects = subjectsOf(SHARD);
  const lanes = REQUEST_LANES.map((lane) => ({
    id: `engine_${lane}`,
    address: ofAnyShard(subjects.lane[lane]),
    title: `Commands, lane ${lane}`,
    description: `A request with one command, answered once it is journaled and applied.`,
    messages: ['Command'],
    reply: 'CommandAnswer',
  }));
  return [
    ...lanes,
    {
      id: 'engine_query',
      address: ofAnyShard(subjects.query('{what}')),
      title: 'Queries',
      description: "A query, answered from the engine's state.",
      messages: QUERIES.map(queryMessage),
      reply: 'View',
    },
    {
      id: 'engine_leader',
      address: ofAnyShard(subjects.leader),
      title: 'Who leads',
      description: 'A standby asks; the engine that leads answers.',
      messages: ['LeaderQuery'],
      reply: 'Leader',
    },
    {
      id: 'engine_handover',
      address: ofAnyShard(subjects.handover),
      title: 'Handover',
      description: 'A standby may take over at once.',
      messages: ['Handover'],
    },
    {
      id: 'journal',
      address: ofAnyShard(subjects.journal).replace('*', '{chosen}'),
      title: 'The journal',
      description: `In the stream \`${ofAnyShard(subjects.journalStream)}\`: the engine alone writes.`,
      messages: ['JournalRecord'],
    },
    {
      id: 'events',
      address: ofAnyShard(subjects.events),
      title: 'Events',
      description: `In the stream \`${ofAnyShard(subjects.eventStream)}\`: for history and live views.`,
      messages: ['EventBatch'],
    },
  ];
}

const usesOfServices = (): Use[] => [
  ...SIGNER_KEY_OPERATIONS.map((operation) => ({
    id: `signer_keys_${operation}`,
    address: signerKeysSubject(operation),
    title: `Keys: ${operation}`,
    description: "A request of the gateway's admin role, answered by any one signer.",
    messages: [signerMessage(operation, 'request')],
    reply: signerMessage(operation, 'answer'),
  })),
  ...FUNDING_OPERATIONS.map((operation) => ({
    id: `funding_${operation}`,
    address: fundingSubject(operation),
    title: `Funding: ${operation}`,
    description: 'A request of the gateway or the signer, answered by a funding app.',
    messages: [fundingMessage(operation, 'request')],
    reply: fundingMessage(operation, 'answer'),
  })),
];

const PARAMETERS: Readonly<Record<string, string>> = {
  shard: 'The number of the shard, from 0',
  what: 'The name of the query',
  chosen: 'What the maker of the stream chose: 32 hex digits that nobody else can guess',
};

function channelOf({ address, title, description, messages, reply }: Use): AsyncChannel {
  const names = [...messages, ...(reply === undefined ? [] : [reply])];
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
    name,
    { description: PARAMETERS[name] ?? '' },
  ]);
  return {
    address,
    title,
    description,
    messages: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
  };
}

/** From the first sender's point of view. */
export function busDocument(): AsyncApiDocument {
  const uses = [...usesOfEngine(), ...usesOfServices()];
  const operations = uses.map(({ id, title, description, messages, reply }) => {
    const channel = { $ref: `#/channels/${id}` };
    const refs = (names: readonly string[]) =>
      names.map((name) => ({ $ref: `#/channels/${id}/messages/${name}` }));
    const answered = reply === undefined ? {} : { reply: { channel, messages: refs([reply]) } };
    const operation = { action: 'send', channel, title, summary: description } as const;
    return [`send_${id}`, { ...operation, messages: refs(messages), ...answered }];
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Bellwether bus',
      version: '1.0.0',
      description:
        'What the parts of an exchange send each other over NATS. For operators and for those who build a part: nothing of it is meant for clients. docs/protocol/bus.md has every message to the byte.',
    },
    defaultContentType: BYTES,
    servers: {
      nats: {
        host: '{host}',
        protocol: 'nats',
        description: 'nats-server with JetStream',
        variables: { host: { default: '127.0.0.1:4222', description: 'Host and port' } },
      },
    },
    channels: Object.fromEntries(uses.map((use) => [use.id, channelOf(use)])),
    operations: Object.fromEntries(operations),
    components: {
      messages: Object.fromEntries(
        Object.entries(BUS_MESSAGES).map(([name, message]) => [name, { name, ...message }]),
      ),
      schemas: {},
    },
  };
}
