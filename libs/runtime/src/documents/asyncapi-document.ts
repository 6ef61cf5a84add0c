/** AsyncAPI 3 of what an app sends and receives other than by HTTP, from the schemas of its messages. */
import type { z } from 'zod';
import type { AsyncApiDocument, AsyncMessage, AsyncOperation } from './asyncapi';
import { jsonSchemaOf } from './json-schema';
import type { JsonSchema } from './json-schema';
import { exampleOf } from './schema-reader';
import { withComponentRefs, withExamplesAsLists } from './rewrite';

export interface DescribedMessage {
  readonly title: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** Messages by name. `receives` and `sends` are from the app's point of view. */
export interface DescribedChannel {
  /** null: the message has no name of its own. */
  readonly address: string | null;
  readonly title: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly receives?: { readonly summary: string; readonly messages: readonly string[] };
  readonly sends?: { readonly summary: string; readonly messages: readonly string[] };
}

export interface DescribedStreams {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<Record<string, DescribedChannel>>;
  readonly messages: Readonly<Record<string, DescribedMessage>>;
}

export function asyncApiDocument(streams: DescribedStreams): AsyncApiDocument {
  const { title, version, description, servers } = streams;
  const schemas: Record<string, JsonSchema> = {};
  const received = new Set(
    Object.values(streams.channels).flatMap((channel) => channel.receives?.messages ?? []),
  );
  const payloads = Object.entries(streams.messages).map(([name, message]) => {
    const made = jsonSchemaOf(message.schema, received.has(name) ? 'input' : 'output');
    for (const [key, schema] of Object.entries(made.components)) {
      schemas[key] = withComponentRefs(schema);
    }
    return { name, message, payload: withComponentRefs(made.schema) };
  });
  const messages = payloads.map(({ name, message, payload }): [string, AsyncMessage] => [
    name,
    {
      name,
      title: message.title,
      summary: message.summary,
      contentType: 'application/json',
      payload,
      examples: [{ name: 'example', payload: exampleOf(payload, schemas) }],
    },
  ]);
  const channels = Object.entries(streams.channels);
  return withExamplesAsLists<AsyncApiDocument>({
    asyncapi: '3.0.0',
    info: { title, version, description },
    defaultContentType: 'application/json',
    servers,
    channels: Object.fromEntries(channels.map(([id, channel]) => [id, channelOf(channel)])),
    operations: Object.fromEntries(channels.flatMap(([id, channel]) => operationsOf(id, channel))),
    components: { messages: Object.fromEntries(messages), schemas },
  });
}

const messageRef = (name: string) => ({ $ref: `#/components/messages/${name}` });

function channelOf(channel: DescribedChannel): AsyncApiDocument['channels'][string] {
  const { address, title, description, parameters = {}, receives, sends } = channel;
  const names = [...(receives?.messages ?? []), ...(sends?.messages ?? [])];
  const said = Object.entries(parameters).map(([name, what]) => [name, { description: what }]);
  return {
    address,
    title,
    description,
    messages: Object.fromEntries(names.map((name) => [name, messageRef(name)])),
    ...(said.length === 0 ? {} : { parameters: Object.fromEntries(said) }),
  };
}

function operationsOf(
  id: string,
  { receives, sends }: DescribedChannel,
): [string, AsyncOperation][] {
  const made: [string, AsyncOperation][] = [];
  const add = (action: 'send' | 'receive', what: DescribedChannel['sends']) => {
    if (what === undefined) return;
    made.push([
      `${action}_${id}`,
      {
        action,
        channel: { $ref: `#/channels/${id}` },
        title: `${action} on ${id}`,
        summary: what.summary,
        messages: what.messages.map((name) => ({ $ref: `#/channels/${id}/messages/${name}` })),
      },
    ]);
  };
  add('receive', receives);
  add('send', sends);
  return made;
}
