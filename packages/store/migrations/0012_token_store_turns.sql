-- When wallets ceased to take v1 tokens that are sent to them, and when they began again: while a bidder takes none, nobody can sell
-- into their bids of ours on v1 tokens, and those earn no points. Turns from before count once they are derived again.
create table market.token_store_turns (
  wallet text not null,
  version bigint not null,
  at_micros bigint not null,
  accepts_transfers boolean not null,
  primary key (wallet, version)
);
create index on market.collection_offers (buyer, last_version);
