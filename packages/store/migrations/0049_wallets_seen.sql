-- When a wallet opened a session last: what is kept for one that never comes back and does nothing on chain is swept.
alter table account.notification_wallets add column seen_at timestamptz not null default now();
create index on account.notification_wallets (seen_at);
