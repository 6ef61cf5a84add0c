/** Serves `/openapi.json` and `/docs`, and for an app with streams `/asyncapi.json` and `/docs/streams`. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, takesCoding } from '../http/negotiation';
import type { OpenApiDocument } from './openapi';
import { documentPage } from './page/document-page';
import { STYLE } from './page/style';
import { streamsPage } from './page/streams-page';
import type { AsyncApiDocument } from './asyncapi';

/** A page without scripts needs none from any origin. It may not be framed, and sends nothing. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface ServedDocuments {
  /** Made at the first request. */
  openApi(): OpenApiDocument;
  readonly streams?: () => AsyncApiDocument;
}

export function serveDocuments(server: FastifyInstance, documents: ServedDocuments): void {
  const { streams } = documents;
  const hasStreams = streams !== undefined;
  const serve = (path: string, type: string, text: () => string) => {
    let made: DocumentBytes | undefined;
    server.get(path, (request, reply) => {
      made ??= bytesOf(text());
      return send(request, reply, type, made);
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

/** Made once, then sent unchanged. */
interface DocumentBytes {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly tag: string;
}

function bytesOf(text: string): DocumentBytes {
  const plain = Buffer.from(text);
  const tag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, gzip: gzipSync(plain, { level: 9 }), tag };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { plain, gzip, tag }: DocumentBytes,
): FastifyReply {
  void reply
    .type(type)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-cache')
    .header('etag', tag)
    .header('vary', 'Accept-Encoding');
  if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send();
  const accepted = request.headers['accept-encoding']?.toString() ?? '';
  if (!takesCoding(accepted, 'gzip')) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(gzip);
}
