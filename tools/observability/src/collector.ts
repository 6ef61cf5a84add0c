/** A trace collector for test processes: OTLP over HTTP, as JSON, stored in memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly events: readonly string[];
  readonly attributes: ReadonlyMap<string, unknown>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The used parts of `ExportTraceServiceRequest` (opentelemetry-proto, JSON encoding). */
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly events?: readonly { readonly name: string }[];
        readonly attributes?: readonly Attribute[];
      }[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): Map<string, unknown> =>
  new Map(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** The requests received: only `POST /v1/traces`. */
  readonly requests = new Set<string>();
  private readonly server = createServer((request, response) => {
    this.requests.add(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.take(JSON.parse(Buffer.concat(parts).toString('utf8')));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  of(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  private take({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes).get('service.name'));
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { name, traceId, spanId, parentSpanId, events = [], attributes = [] } = span;
        this.spans.push({
          service,
          name,
          traceId,
          spanId,
          parentSpanId,
          events: events.map((event) => event.name),
          attributes: valuesOf(attributes),
        });
      }
    }
  }
}
