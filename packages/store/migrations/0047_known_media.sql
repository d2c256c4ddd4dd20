-- Pictures and films are served from addresses that a token or a collection names: the document's own (a key), its picture's
-- (metadata_of_image), and its film's.
create index metadata_of_animation on market.metadata using hash (animation_url);
