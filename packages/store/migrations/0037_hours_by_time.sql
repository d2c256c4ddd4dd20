-- What changed in the last hours, over all collections: rankings by a change of floor look at those only.
create index collection_hours_by_time on market.collection_hours (hour_micros, collection_id);
