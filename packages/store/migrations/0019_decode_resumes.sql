-- A marketplace that goes on after a stop: its events from this version on are being derived, a part at a time.
create table chain.decode_resumes (
  marketplace text primary key,
  next_version bigint not null
);
