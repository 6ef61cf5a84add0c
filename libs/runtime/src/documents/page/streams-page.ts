/** Renders AsyncAPI as a page. */
import type { AsyncApiDocument, AsyncMessage } from '../asyncapi';
import { nameOfRef, resolved } from '../schema-reader';
import { fieldsTable, schemasSection, typeOf } from './fields-table';
import { anchor, escaped, folded, inline, json, page, prose } from './html';

export function streamsPage(document: AsyncApiDocument): string {
  const { info, channels, operations, components } = document;
  const navigation =
    `<h1>${escaped(info.title)}</h1>` +
    '<ul><li><a href="../asyncapi.json">asyncapi.json</a></li>' +
    '<li><a href="../docs">The endpoints (HTTP)</a></li></ul>' +
    `<h2>Channels</h2>${list(channels, 'channel', ({ address, title }) => address ?? title)}` +
    `<h2>Messages</h2>${list(components.messages, 'message', ({ title }) => title)}` +
    '<h2>Shapes</h2><ul><li><a href="#schemas">Schemas</a></li></ul>';
  const channelArticles = Object.entries(channels).map(([id, channel]) => {
    const uses = Object.values(operations).filter((one) => nameOfRef(one.channel.$ref) === id);
    const lines = uses.map(
      ({ action, summary, messages }) =>
        `<p><span class="method ${action}">${action}</span>${inline(summary)}: ` +
        `${messages.map(({ $ref }) => messageLink(nameOfRef($ref))).join(', ')}</p>`,
    );
    return (
      `<article id="${anchor('channel', id)}"><h3>${escaped(channel.title)}</h3>` +
      `<p class="route">${escaped(channel.address ?? '')}</p>` +
      `${prose(channel.description)}${lines.join('')}</article>`
    );
  });
  const messageArticles = Object.entries(components.messages).map(([name, message]) =>
    messageArticle(name, message, document),
  );
  const main =
    `<h1>${escaped(info.title)}</h1>${prose(info.description)}` +
    `<h2>Channels</h2>${channelArticles.join('\n')}` +
    `<h2>Messages</h2>${messageArticles.join('\n')}` +
    schemasSection(components.schemas);
  return page({ title: info.title, navigation, main }, '../');
}

const messageLink = (name: string): string =>
  `<a href="#${anchor('message', name)}">${escaped(name)}</a>`;

function list<T>(entries: Readonly<Record<string, T>>, kind: string, text: (entry: T) => string) {
  const items = Object.entries(entries).map(
    ([id, entry]) => `<li><a href="#${anchor(kind, id)}">${escaped(text(entry))}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function messageArticle(name: string, message: AsyncMessage, document: AsyncApiDocument): string {
  const whole = resolved(message.payload, document.components.schemas);
  const [example] = message.examples;
  return (
    `<article id="${anchor('message', name)}"><h3>${escaped(message.title)}</h3>` +
    `${prose(message.summary)}${fieldsTable(whole) || `<p>${typeOf(whole)}</p>`}` +
    `${example === undefined ? '' : folded('Example', json(example.payload))}</article>`
  );
}
