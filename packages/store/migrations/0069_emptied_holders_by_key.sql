-- Emptied sums are looked up by their keys: joined by a plan that was made while there were few, all sums were compared with those of the batch.
create or replace function market.add_holders(sums market.collection_holders[]) returns void language plpgsql as $$
begin
  insert into market.collection_holders as stored
    select * from unnest(sums) s where s.amount <> 0 or s.editions <> 0 order by wallet, collection_id
    on conflict (wallet, collection_id) do update
      set amount = stored.amount + excluded.amount, editions = stored.editions + excluded.editions;
  delete from market.collection_holders where ctid = any(array(
    select emptied.ctid from unnest(sums) s cross join lateral (
      select h.ctid from market.collection_holders h
      where h.wallet = s.wallet and h.collection_id = s.collection_id and h.editions = 0 offset 0) emptied
    where s.editions < 0));
end
$$;
