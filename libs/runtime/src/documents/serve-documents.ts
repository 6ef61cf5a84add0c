/** `/openapi.json`, `/docs`, and where an app has streams `/asyncapi.json` and `/docs/streams`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenApiDocument } from './openapi';
import { documentPage } from './page/document-page';
import { STYLE } from './page/style';
import { streamsPage } from './page/streams-page';
import type { AsyncApiDocument } from './asyncapi';

/** A page without scripts needs none, from anywhere; it may not be framed, and sends nothing. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface ServedDocuments {
  /** Asked for once, when somebody first wants to read. */
  openApi(): OpenApiDocument;
  readonly streams?: () => AsyncApiDocument;
}

export function serveDocuments(server: FastifyInstance, documents: ServedDocuments): void {
  const { streams } = documents;
  const hasStreams = streams !== undefined;
  const serve = (path: string, type: string, text: () => string) => {
    let made: string | undefined;
    server.get(path, (_request, reply) => {
      made ??= text();
      return send(reply, type, made);
    });
  };
  const json = 'application/json; charset=utf-8';
  const html = 'text/html; charset=utf-8';
  serve('/openapi.json', json, () => JSON.stringify(documents.openApi()));
  serve('/docs', html, () => documentPage(documents.openApi(), { hasStreams }));
  serve('/docs/style.css', 'text/css; charset=utf-8', () => STYLE);
  if (streams === undefined) return;
  serve('/asyncapi.json', json, () => JSON.stringify(streams()));
  serve('/docs/streams', html, () => streamsPage(streams()));
}

const send = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply
    .type(type)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(text);
