-- Roles and the database of a cluster, for psql as the superuser; may be run again. Passwords come from the environment, which other
-- accounts of the machine cannot read, as they can arguments:
--   OWNER_PASSWORD=... API_PASSWORD=... PGBOUNCER_PASSWORD=... MONITOR_PASSWORD=... psql -f roles.sql
\set ON_ERROR_STOP on
\set QUIET on
\getenv owner_password OWNER_PASSWORD
\getenv api_password API_PASSWORD
\getenv pgbouncer_password PGBOUNCER_PASSWORD
\getenv monitor_password MONITOR_PASSWORD

select format('create role %I login createdb createrole', name)
from unnest(array['opal']) as name where not exists (select from pg_roles where rolname = name) \gexec
select format('create role %I login', name)
from unnest(array['opal_api_user', 'pgbouncer', 'opal_monitor']) as name
where not exists (select from pg_roles where rolname = name) \gexec
select format('create role %I nologin', name)
from unnest(array['opal_api', 'opal_public']) as name where not exists (select from pg_roles where rolname = name) \gexec

alter role opal password :'owner_password';
alter role opal_api_user password :'api_password';
alter role pgbouncer password :'pgbouncer_password';
alter role opal_monitor password :'monitor_password';

-- Session settings that the API sends on direct connections, and pgBouncer does not pass on.
alter role opal_api_user set statement_timeout = '10s';
alter role opal_api_user set idle_in_transaction_session_timeout = '5s';
alter role opal_api_user set pg_trgm.word_similarity_threshold = 0.45;

-- The owner's migrations create roles, and grant and revoke privileges of these two.
grant opal_api, opal_public to opal with admin option;
grant opal_public to opal_api;
grant opal_api to opal_api_user;
grant pg_monitor to opal_monitor;
-- `npm run verify` drops databases that it created, also while autovacuum works on them.
grant pg_signal_backend to opal;
-- A migration that waits for locks names the transactions of others that are open for long.
grant pg_read_all_stats to opal;

select 'create database opal owner opal template template0 encoding ''UTF8'' locale ''C.UTF-8'''
where not exists (select from pg_database where datname = 'opal') \gexec

\connect opal
create schema if not exists pgbouncer authorization postgres;
create or replace function pgbouncer.get_auth(p_name text, out usename text, out passwd text)
language sql security definer set search_path = pg_catalog
as $$ select rolname::text, rolpassword::text from pg_authid where rolname = p_name and rolcanlogin and not rolsuper and not rolreplication $$;
revoke all on function pgbouncer.get_auth(text) from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.get_auth(text) to pgbouncer;
