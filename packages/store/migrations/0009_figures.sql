-- Spans and runs that are not over count as ending later than any moment: one condition finds both.
create index on market.listing_spans (collection_id, coalesce(to_micros, 9223372036854775807));
create index on market.offer_spans (collection_id, coalesce(to_micros, 9223372036854775807));
create index on market.points_ledger (collection_id, coalesce(last_hour_micros, 9223372036854775807)) where rule <> 'buying';
drop index market.listing_spans_collection_id_to_micros_idx;
drop index market.offer_spans_collection_id_to_micros_idx;
drop index market.points_ledger_collection_id_last_hour_micros_idx;

-- Who first sent APT straight to whom, as far as the scope of the index shows transfers: pairs that may trade with themselves.
create table market.fundings (
  payer text not null,
  payee text not null,
  version bigint not null,
  primary key (payer, payee)
);
create index on market.sales (seller, buyer);
create index on market.sales (collection_id, at_micros) where is_wash;
