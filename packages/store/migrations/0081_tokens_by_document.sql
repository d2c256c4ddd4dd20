-- outside a transaction
-- Tokens by their documents, and documents by the images and videos that they name. Any number of them may have the same, and a hash index
-- would write each behind all others: with a million, one more row visits thousands of blocks. An address on chain has at most 512 bytes; one
-- that a document names may have more than a row of an index, which therefore has a number for it.
drop index concurrently if exists chain.tokens_by_document;
create index concurrently tokens_by_document on chain.current_token_datas_v2 (token_uri);
drop index concurrently if exists market.documents_by_image;
create index concurrently documents_by_image on market.metadata (hashtextextended(image, 0)) where image is not null;
drop index concurrently if exists market.documents_by_video;
create index concurrently documents_by_video on market.metadata (hashtextextended(animation_url, 0)) where animation_url is not null;
drop index concurrently if exists chain.current_token_datas_v2_token_uri_idx;
