-- Wallets with many offers that have begun or ceased to accept tokens: their offers turn in parts, between batches.
create table market.bidders_due (
  wallet text primary key,
  turn bigint generated always as identity
);
