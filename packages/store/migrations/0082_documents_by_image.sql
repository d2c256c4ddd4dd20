-- The tokens that show a picture are found by the index of 0081.
create or replace function market.tokens_showing(kind text, subject text) returns table (token_data_id text, collection_id text)
language plpgsql stable as $$
begin
  case kind
    when 'holder' then
      return query select h.token_data_id, h.collection_id from market.token_holders h where h.holder = subject;
    when 'document' then
      return query select t.token_data_id, t.collection_id from chain.current_token_datas_v2 t where t.token_uri = subject;
    when 'picture' then
      return query select t.token_data_id, t.collection_id from market.metadata m
        join chain.current_token_datas_v2 t on t.token_uri = m.uri
        where hashtextextended(m.image, 0) = hashtextextended(subject, 0) and m.image = subject;
  end case;
end
$$;

create or replace function market.has_many_tokens(kind text, subject text) returns boolean language plpgsql stable as $$
begin
  case kind
    when 'holder' then
      return (select count(*) from (select from market.token_holders h where h.holder = subject limit 201) few) > 200;
    when 'document' then
      return (select count(*) from (select from chain.current_token_datas_v2 t where t.token_uri = subject limit 201) few) > 200;
    when 'picture' then
      return (select count(*) from (select from market.metadata m
        join chain.current_token_datas_v2 t on t.token_uri = m.uri
        where hashtextextended(m.image, 0) = hashtextextended(subject, 0) and m.image = subject limit 201) few) > 200;
  end case;
end
$$;
