-- What a wallet has and had of a collection, summed over its lots without those in transit: a portfolio's totals read one row for each
-- collection, not one for each item that was ever bought. Triggers keep the sums exact, whoever writes the lots.
create table market.lot_sums (
  wallet text not null,
  -- Empty where the collection is not known.
  collection_id text not null,
  -- Items held, and those of them whose cost is unknown.
  held numeric not null,
  held_unknown numeric not null,
  -- Of the items held.
  cost_octas numeric not null,
  -- Items sold, and those of them whose cost or proceeds are unknown.
  sold numeric not null,
  sold_unknown numeric not null,
  -- Net received minus cost of the items sold whose cost and proceeds are known.
  realised_octas numeric not null,
  primary key (wallet, collection_id)
) with (fillfactor = 85);

-- Adds the lots of a statement, or with -1 as its argument takes them away. Lots that were given away or burned count for nothing.
create function market.sum_lots() returns trigger language plpgsql as $$
declare
  sign integer := tg_argv[0];
begin
  if market.derives_past() then return null; end if;
  insert into market.lot_sums as stored
    select wallet, coalesce(collection_id, ''),
      sign * coalesce(sum(amount) filter (where released_version is null), 0),
      sign * coalesce(sum(amount) filter (where released_version is null and cost_octas is null), 0),
      sign * coalesce(sum(cost_octas) filter (where released_version is null), 0),
      sign * coalesce(sum(amount) filter (where released_version is not null), 0),
      sign * coalesce(sum(amount) filter (where released_version is not null and (cost_octas is null or proceeds_octas is null)), 0),
      sign * coalesce(sum(proceeds_octas - cost_octas) filter (where released_version is not null), 0)
    from changed
    where not is_in_transit and (released_version is null or released_by in ('listing', 'token-offer', 'collection-offer'))
    group by 1, 2 order by 1, 2
    on conflict (wallet, collection_id) do update set held = stored.held + excluded.held,
      held_unknown = stored.held_unknown + excluded.held_unknown, cost_octas = stored.cost_octas + excluded.cost_octas,
      sold = stored.sold + excluded.sold, sold_unknown = stored.sold_unknown + excluded.sold_unknown,
      realised_octas = stored.realised_octas + excluded.realised_octas;
  if sign < 0 then
    delete from market.lot_sums s using changed
      where s.wallet = changed.wallet and s.collection_id = coalesce(changed.collection_id, '') and s.held = 0 and s.sold = 0;
  end if;
  return null;
end
$$;
create trigger sum_lots_of_new after insert on market.lots
  referencing new table as changed for each statement execute function market.sum_lots('1');
create trigger sum_lots_of_gone after delete on market.lots
  referencing old table as changed for each statement execute function market.sum_lots('-1');
-- In the order of their names: a row that goes on is not deleted in between.
create trigger sum_lots_of_known_1 after update on market.lots
  referencing new table as changed for each statement execute function market.sum_lots('1');
create trigger sum_lots_of_known_2 after update on market.lots
  referencing old table as changed for each statement execute function market.sum_lots('-1');

-- Makes all sums from the lots.
create function market.fill_lot_sums() returns void language sql as $$
  delete from market.lot_sums;
  insert into market.lot_sums
    select wallet, coalesce(collection_id, ''),
      coalesce(sum(amount) filter (where released_version is null), 0),
      coalesce(sum(amount) filter (where released_version is null and cost_octas is null), 0),
      coalesce(sum(cost_octas) filter (where released_version is null), 0),
      coalesce(sum(amount) filter (where released_version is not null), 0),
      coalesce(sum(amount) filter (where released_version is not null and (cost_octas is null or proceeds_octas is null)), 0),
      coalesce(sum(proceeds_octas - cost_octas) filter (where released_version is not null), 0)
    from market.lots
    where not is_in_transit and (released_version is null or released_by in ('listing', 'token-offer', 'collection-offer'))
    group by 1, 2;
$$;

select market.fill_lot_sums() where exists (select from market.lots);
analyze market.lot_sums;
