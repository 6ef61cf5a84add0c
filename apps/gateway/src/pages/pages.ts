/**
 * Serves the web pages beside the API on its port: documents, their assets and `/config.json`. They are not part of the
 * API, so they have no route, and never use a path of the API.
 */
import { join } from 'node:path';
import { isKnown, takesCoding } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { builtMsOf, readPagesFolder } from './pages-folder';
import type { PagesAccess, PagesFile, PagesFolder } from './pages-folder';

export type PagesMode = 'on' | 'console' | 'development';

/** What a page requests first. It contains no secret. */
export interface PageSettings {
  readonly network: 'test' | 'production';
  readonly chains: { readonly ext: string; readonly main: string };
  /** The signer's URL, for builders' calls. */
  readonly signer: string | null;
  readonly features: { readonly funding: boolean; readonly operators: boolean };
}

export interface PagesOptions {
  readonly mode: PagesMode;
  /** The page of builders may call the signer. It is the only page and the only call of another origin. */
  readonly signerUrl: string | null;
  /** Default: beside the application's file. */
  readonly folder?: string;
}

/** The page of builders, which talks to the signer. */
const BUILD_PATH = '/build';
const CONSOLE_PATH = '/operate';

/** Headers of every page: nothing inline, nothing of another origin, text is never parsed as markup, no framing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Origin, Accept-Encoding',
};
/** The name of an asset changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time. */
const ASK_AGAIN = 'no-cache';
const FOLDER = join(import.meta.dirname, 'pages');
const SETTINGS_PATH = '/config.json';
const LICENCES_PATH = '/licences.txt';
const ASSETS = '/assets/';
/** Paths that programs call. A typing error there gets the API's own answer. */
const NOT_PAGES = /^\/(?:v\d+|admin|docs|assets)(?:\/|$)/;

export class Pages {
  private readonly options: PagesOptions;
  private readonly settings: () => Promise<PageSettings>;
  private folder: PagesFolder;
  private builtMs = 0;

  constructor(options: PagesOptions, settings: () => Promise<PageSettings>) {
    this.options = options;
    this.settings = settings;
    this.folder = this.read();
  }

  /** @returns true if the request is for a page, and is being answered */
  answer(request: FastifyRequest, reply: FastifyReply): boolean {
    if (request.routePattern !== null || !isRead(request)) return false;
    const [path = ''] = request.url.split('?', 1);
    if (path === SETTINGS_PATH) {
      void this.sendSettings(reply);
      return true;
    }
    if (path === LICENCES_PATH || path.startsWith(ASSETS)) {
      const file = this.folder.files.get(path.slice(1));
      if (file === undefined) return false;
      send(request, reply, file, path === LICENCES_PATH ? ASK_AGAIN : FOR_EVER);
      return true;
    }
    return this.sendDocument(path, request, reply);
  }

  private sendDocument(path: string, request: FastifyRequest, reply: FastifyReply): boolean {
    // Developers build the pages again while the gateway runs.
    if (this.options.mode === 'development' && this.isBuiltAgain()) this.folder = this.read();
    if (this.options.mode === 'console' && path === '/') {
      void reply.redirect(CONSOLE_PATH);
      return true;
    }
    const document = this.folder.documentAt(path);
    if (document !== undefined) {
      const { signerUrl } = this.options;
      const isBuilders = path === BUILD_PATH && signerUrl !== null;
      send(request, reply, document, ASK_AGAIN, isBuilders ? policyWith(signerUrl) : {});
      return true;
    }
    const { fallback } = this.folder;
    const wantsPage = request.headers.accept?.includes('text/html') === true;
    if (fallback === undefined || !wantsPage || NOT_PAGES.test(path)) return false;
    send(request, reply.status(404), fallback, ASK_AGAIN);
    return true;
  }

  private async sendSettings(reply: FastifyReply): Promise<void> {
    void reply.headers(HEADERS).header('cache-control', ASK_AGAIN);
    try {
      const settings = await this.settings();
      await reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ version: this.folder.version, ...settings }));
    } catch (error) {
      await reply.send(error);
    }
  }

  private read(): PagesFolder {
    const { mode, folder = FOLDER } = this.options;
    this.builtMs = builtMsOf(folder);
    return readPagesFolder(folder, ACCESS_OF[mode]);
  }

  /** Reading all pages for each document costs as much as ten reads of the API. */
  private isBuiltAgain(): boolean {
    const builtMs = builtMsOf(this.options.folder ?? FOLDER);
    return builtMs !== 0 && builtMs !== this.builtMs;
  }
}

/**
 * The console has an origin of its own: a script in a trader's page can use what its origin serves, and so the
 * operator's cookie.
 */
const ACCESS_OF: Readonly<Record<PagesMode, readonly PagesAccess[]>> = {
  on: ['everybody'],
  console: ['operators'],
  development: ['everybody', 'development'],
};

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PagesFile,
  cacheControl: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const tag = `"${file.hash}"`;
  void reply.headers(HEADERS).headers({ 'cache-control': cacheControl, etag: tag, ...more });
  if (isKnown(request.headers['if-none-match'], tag) && reply.statusCode === 200) {
    void reply.status(304).send();
    return;
  }
  const accepted = request.headers['accept-encoding']?.toString() ?? '';
  void reply.type(file.type);
  if (takesCoding(accepted, 'br')) void reply.header('content-encoding', 'br').send(file.br);
  else if (takesCoding(accepted, 'gzip'))
    void reply.header('content-encoding', 'gzip').send(file.gzip);
  else void reply.send(file.plain);
}

const policyWith = (signerUrl: string) => ({
  'content-security-policy': CONTENT_SECURITY_POLICY.replace(
    "connect-src 'self'",
    `connect-src 'self' ${signerUrl}`,
  ),
});
