-- What a pool holds when a bid comes, once those before it are filled as far as the pool pays them (packages/store/src/queries/orders/bid-book.ts).
-- A sum of what the bids would cost does not tell: one that the pool does not pay leaves its octas to the next.
create function market.pool_after_bid(octas_left numeric, pool_octas numeric, price_octas numeric, amount numeric)
  returns numeric language plpgsql immutable parallel safe as $$
begin
  return coalesce(octas_left, pool_octas) - price_octas * least(amount, div(coalesce(octas_left, pool_octas), greatest(price_octas, 1)));
end
$$;
create aggregate market.octas_left_in_pool(pool_octas numeric, price_octas numeric, amount numeric)
  (sfunc = market.pool_after_bid, stype = numeric, parallel = safe);
