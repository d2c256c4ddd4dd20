-- The authentication key by which a session was opened: it ends with that key's rule over the account. Null in sessions from before.
alter table account.sessions add column auth_key text;
