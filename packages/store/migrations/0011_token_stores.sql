-- Whether a wallet takes v1 tokens that are sent to it. A bid of ours on v1 tokens pays for a token that is sent: of a wallet that
-- takes none, nobody can sell into it.
create table market.token_stores (
  wallet text primary key,
  accepts_transfers boolean not null,
  last_version bigint not null
);
alter table market.token_offers drop constraint token_offers_validity_check;
alter table market.token_offers add constraint token_offers_validity_check
  check (validity in ('valid', 'expired', 'unfunded', 'bidder-refuses', 'venue-closed', 'ended'));
alter table market.collection_offers drop constraint collection_offers_validity_check;
alter table market.collection_offers add constraint collection_offers_validity_check
  check (validity in ('valid', 'expired', 'unfunded', 'exhausted', 'bidder-refuses', 'venue-closed', 'ended'));
