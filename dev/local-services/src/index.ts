/**
 * The servers for development and tests: a real nats-server and a real PostgreSQL, found or installed here, each in its
 * own folder and on a free port; and the code that finds programs for other tools. For tests and tools only: no app and
 * no other library imports this.
 */
export { cacheDir } from './cache-dir';
export { createDatabase } from './create-database';
export { createRole } from './create-role';
export { unpackDebianPackages } from './debian-package';
export { writeFigures } from './figures-file';
export { findNatsServer } from './find-nats-server';
export { installProgram, programInCache } from './install-program';
export { lockFolder } from './folder-lock';
export type { FolderLock } from './folder-lock';
export { freePort } from './free-port';
export { growingPauses } from './growing-pauses';
export { leash } from './leash';
export { whyLeftOut } from './left-out';
export { startManagedProcess } from './managed-process';
export type { ManagedProcess, ManagedProcessOptions, ProcessExit } from './managed-process';
export { startNatsServer } from './nats-server';
export type { ClusterMember, NatsServer, NatsServerOptions } from './nats-server';
export { ProgressWatch } from './progress-watch';
export { startPostgres } from './postgres';
export type { Postgres, PostgresOptions } from './postgres';
export type { Preparation } from './postgres-template';
export { processStamp } from './process-stamp.mjs';
export { startTestPostgres } from './test-postgres';
export type { TestPostgres, TestPostgresOptions } from './test-postgres';
export { installPackages } from './install-packages';
export { ScriptProcess } from './script-process';
