/** Policies of the web pages: who serves them, and what of a gateway the world reaches. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { appEnvironment } from './app-environment';
import { nameOf, ofKind } from './policy';
import type { Policy } from './policy';
import { podLabels, selectedLabels, selects, workloadsOf } from './resource';
import type { Resource, Workload } from './resource';

const PROJECT = fileURLToPath(new URL('../../../apps/web/project.json', import.meta.url));
const project = z.object({
  metadata: z.object({
    documents: z.array(
      z.object({ paths: z.array(z.string()), access: z.string().default('everybody') }),
    ),
  }),
});
const SIGNER = 'signer';
/** The loads of documents (apps/gateway/src/pages/pages.ts). */
const LOADED = ['/assets/a.js', '/config.json', '/licences.txt'];
/** Internal paths. `/operate` is a document of gateways with `/admin` alone. */
const INSIDE = ['/metrics', '/readyz', '/healthz', '/admin', '/admin/mode', '/operate', '/_design'];

const ingressSpec = z.object({
  tls: z.array(z.object({ hosts: z.array(z.string()) })).default([]),
  rules: z.array(
    z.object({
      host: z.string(),
      http: z.object({
        paths: z.array(
          z.object({
            path: z.string(),
            pathType: z.enum(['Exact', 'Prefix']),
            backend: z.object({ service: z.object({ name: z.string() }) }),
          }),
        ),
      }),
    }),
  ),
});

interface Route {
  readonly ingress: Resource;
  readonly host: string;
  readonly path: string;
  readonly pathType: 'Exact' | 'Prefix';
  readonly service: string;
}

const routesOf = (resources: readonly Resource[]): Route[] =>
  ofKind(resources, 'Ingress').flatMap((ingress) =>
    ingressSpec.parse(ingress.spec).rules.flatMap(({ host, http }) =>
      http.paths.map(({ path, pathType, backend }) => ({
        ingress,
        host,
        path,
        pathType,
        service: backend.service.name,
      })),
    ),
  );

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** A prefix is one of whole segments. */
const leads = ({ path: route, pathType }: Route, path: string): boolean =>
  pathType === 'Exact'
    ? route === path
    : segmentsOf(route).every((part, index) => segmentsOf(path)[index] === part);

/** A path of each document that everybody gets. */
const documentPaths = (): string[] =>
  project
    .parse(JSON.parse(readFileSync(PROJECT, 'utf8')))
    .metadata.documents.filter(({ access }) => access === 'everybody')
    .flatMap(({ paths }) => paths.map((path) => path.replace('*', 'a')));

const variablesOf = (workload: Workload, resources: readonly Resource[]) =>
  appEnvironment(workload, resources, () => []).variables;

const withPages = (resources: readonly Resource[]): Workload[] =>
  workloadsOf(resources).filter((workload) => variablesOf(workload, resources)['PAGES'] === 'on');

/** Names of the Services that lead to a workload. */
const servicesOf = (workload: Workload, resources: readonly Resource[]): string[] =>
  ofKind(resources, 'Service')
    .filter((service) => selects(selectedLabels(service), podLabels(workload)))
    .map(({ metadata: { name } }) => name);

export const pagePolicies: readonly Policy[] = [
  {
    name: 'pages that are served are routed',
    check: (resources) => {
      const routes = routesOf(resources);
      return withPages(resources).flatMap((workload) => {
        const services = servicesOf(workload, resources);
        const own = routes.filter(({ service }) => services.includes(service));
        // Without an Ingress it is for those who reach it by other means.
        if (own.length === 0) return [];
        return [...documentPaths(), ...LOADED]
          .filter((path) => !own.some((route) => leads(route, path)))
          .map((path) => `${nameOf(workload)}: ${path}`);
      });
    },
  },
  {
    name: 'what is for the inside is not routed',
    check: (resources) =>
      routesOf(resources).flatMap((route) =>
        INSIDE.filter((path) => leads(route, path)).map(
          (path) => `${nameOf(route.ingress)}: ${path}`,
        ),
      ),
  },
  {
    name: 'who serves operators serves their console, and no trader',
    check: (resources) =>
      workloadsOf(resources)
        .filter((workload) => {
          const variables = variablesOf(workload, resources);
          return 'ADMIN_KEY_HASH_FILE' in variables && variables['PAGES'] !== 'console';
        })
        .map(nameOf),
  },
  {
    name: 'proxies that are believed are named one by one',
    check: (resources) =>
      workloadsOf(resources).flatMap((workload) => {
        const { TRUSTED_PROXIES: proxies = '' } = variablesOf(workload, resources);
        return proxies
          .split(',')
          .filter((proxy) => proxy.includes('/'))
          .map((network) => `${nameOf(workload)}: ${network}`);
      }),
  },
  {
    name: "builders' page knows where the signer is",
    check: (resources) => {
      const hosts = routesOf(resources)
        .filter(({ service }) => service === SIGNER)
        .map(({ host }) => `https://${host}`);
      return withPages(resources)
        .filter((workload) => {
          const { SIGNER_URL: url } = variablesOf(workload, resources);
          return url === undefined || (hosts.length > 0 && !hosts.includes(url));
        })
        .map(nameOf);
    },
  },
];
