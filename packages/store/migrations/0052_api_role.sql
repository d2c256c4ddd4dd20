-- What the API may do: read everything, write what belongs to users, and act as `opal_public` for outsiders. The indexer stays the owner.
-- The role cannot log in: a deployment gives it to the user that its API connects as (docs/how-to/run-on-mainnet.md).

do $$
begin
  create role opal_api nologin;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'The database user % may not create the role opal_api. Create it, and grant opal_public to it.', current_user;
end
$$;
do $$
begin
  if not pg_has_role('opal_api', 'opal_public', 'member') then
    grant opal_public to opal_api;
  end if;
exception
  when insufficient_privilege then
    raise exception 'The database user % may not grant opal_public to opal_api: do it as a user who may.', current_user;
end
$$;

grant usage on schema chain, market, account, public_api to opal_api;
grant select on all tables in schema chain, market, account, public_api to opal_api;
alter default privileges in schema chain, market, account, public_api grant select on tables to opal_api;

grant insert, update, delete on all tables in schema account to opal_api;
grant usage on all sequences in schema account to opal_api;
alter default privileges in schema account grant insert, update, delete on tables to opal_api;
alter default privileges in schema account grant usage on sequences to opal_api;
-- Which events are passed over is decided at the indexer, by `npm run skip`.
revoke insert, update, delete on account.decode_skips from opal_api;

grant execute on all functions in schema public_api to opal_api;
alter default privileges in schema public_api grant execute on functions to opal_api;
