-- Points that wait are compared in the order in which spans ended: each part reads its own, however many of them the hour has.
alter table market.points_due add column to_micros bigint not null default 0;
