-- Names the holdings that are there already; readers of the table do not wait for it.
select market.name_holdings();
