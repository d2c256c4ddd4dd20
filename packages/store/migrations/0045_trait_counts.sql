-- How many tokens of a collection have each value of each trait, `{ trait: { value: tokens } }`, as of its last ranking: a token's page
-- need not read the whole collection for its own few. Null where it was not counted, or has too many values.
alter table market.trait_marks add column counts jsonb;
-- Ranked once more, each is counted.
insert into market.rarity_queue (collection_id) select distinct collection_id from market.token_rarity;
