-- What marketplaces take of sales, as their fee schedules told it; a few rows in a marketplace's life.
create table market.commission_changes (
  version bigint not null,
  event_index integer not null,
  marketplace text not null,
  at_micros bigint not null,
  numerator numeric(20, 0) not null,
  denominator numeric(20, 0) not null,
  fixed_octas numeric(20, 0),
  announced_numerator numeric(20, 0) not null,
  announced_denominator numeric(20, 0) not null,
  announced_from_seconds numeric(20, 0) not null,
  primary key (version, event_index)
);
