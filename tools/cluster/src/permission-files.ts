import { authorizationConf, chartAuthorization } from './nats-files';

/** Where the permissions of the bus are kept for those who deploy; a test compares them with the table. */
export const PERMISSION_FILES: readonly {
  readonly path: string;
  readonly make: () => string | Promise<string>;
}[] = [
  { path: 'docker/nats/authorization.conf', make: authorizationConf },
  { path: 'k8s/overlays/local/authorization.conf', make: authorizationConf },
  { path: 'k8s/nats/authorization.yaml', make: chartAuthorization },
];
