-- outside a transaction
-- The sales of one edition of a token by a wallet, and to it, by a number for the three. An index of the columns was not used where a token is sold about
-- once: the planner then believes the index of a token's sales to find as much, though one token may have been sold any number of times. A number is
-- also an eighth as large.
drop index concurrently if exists market.sales_of_edition_by_seller;
create index concurrently sales_of_edition_by_seller on market.sales
  (hashtextextended(token_data_id || ' ' || property_version::text || ' ' || seller, 0));
drop index concurrently if exists market.sales_of_edition_by_buyer;
create index concurrently sales_of_edition_by_buyer on market.sales
  (hashtextextended(token_data_id || ' ' || property_version::text || ' ' || buyer, 0));
drop index concurrently if exists market.sales_of_seller;
drop index concurrently if exists market.sales_of_buyer;
