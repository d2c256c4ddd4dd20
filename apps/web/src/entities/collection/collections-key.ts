/** First key of every list of collections in the cache: the search shows what is there. */
export const COLLECTIONS_KEY = 'collections'
