-- A card is all that a page needs of its token, as one text: price, id, members of the JSON object, holder and what runs out, apart by
-- U+001F (read/card-rows). Put together for each reader, that took longer than to find the fifty rows.
set local maintenance_work_mem = '512MB';
alter table market.token_cards
  alter column card type text using concat_ws(E'\x1f', coalesce(listed_octas::text, ''), token_data_id,
    concat('"name":', name, ',"image":', image, ',', card), coalesce(holder, ''), coalesce(passing, '')),
  alter column holder type text using null,
  alter column passing type text using null;
alter table market.token_cards drop column holder, drop column passing;
