-- Since when a collection waits for its orders' points to be compared: its floor may move with every trade, and each time every order near it earns
-- another rate.
alter table market.points_due add column since timestamptz not null default now();
