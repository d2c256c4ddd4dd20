-- What pictures are like, so that pages can keep their place and show their colour before they come. Pending rows are a queue.
create table market.images (
  src text primary key,
  status text not null check (status in ('pending', 'ready', 'failed')),
  width integer check (width > 0),
  height integer check (height > 0),
  -- Dominant colour, '#rrggbb'.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text,
  measured_at timestamptz
);
create index on market.images (next_attempt_at) where status = 'pending';
create index on market.images (src) where status = 'failed';
create index on market.metadata (uri) where status = 'failed';

insert into market.images (src, status)
  select distinct image, 'pending' from market.metadata where image is not null and length(image) <= 2048;
