-- Of an interval, a leaderboard counts of the stored sums only what open orders bring.
create index on market.points_totals (wallet) where hourly_micros <> 0;
