import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma's native schema engine is a download; the WASM build of the same engine comes with the dependencies.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
  new URL('tools/prisma-schema-engine.mjs', import.meta.url),
);

export default defineConfig({
  schema: 'libs/persistence/prisma/schema.prisma',
  migrations: { path: 'libs/persistence/prisma/migrations' },
  datasource: {
    url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/bellwether',
  },
});
