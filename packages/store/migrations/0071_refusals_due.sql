-- Wallets that ceased to accept v1 tokens, and their bids from before that are still to end with it: these are folded again in parts.
create table market.refusals_due (
  wallet text not null,
  version bigint not null,
  at_micros bigint not null,
  -- The last bid that is done, in the order of the index of a bidder's bids.
  placed_version bigint not null,
  offer_id text not null,
  turn bigint not null generated always as identity unique,
  primary key (wallet, version)
);
