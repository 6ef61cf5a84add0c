#!/bin/sh
# A role of PostgreSQL for each app, of the folders below /run/secrets/roles: `username` and `password`. PostgreSQL's image runs it
# when it makes its database; run again it gives the roles the passwords that the folders have then. What a role may do is
# granted by the migrations. Passwords are read by psql itself, and no statement is logged: none is in a list of processes, or in a
# log.
for folder in /run/secrets/roles/*; do
  export folder
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL' || exit 1
\set role `cat "$folder/username"`
\set password `cat "$folder/password"`
SET log_statement = none;
SET log_min_error_statement = panic;
SELECT format('CREATE ROLE %I', :'role')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
ALTER ROLE :"role" LOGIN PASSWORD :'password';
SQL
done
