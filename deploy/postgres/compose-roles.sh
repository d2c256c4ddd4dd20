#!/bin/sh
# Run once by the PostgreSQL image, before the indexer's first migration. Creates the API's user, with fewer rights than the owner.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
\getenv password API_PASSWORD
create role opal_public nologin;
create role opal_api nologin;
grant opal_public to opal_api;
create role opal_site login password :'password' in role opal_api;
SQL
