/** First key of every list of collections in the cache: live messages patch them all, the search shows what is there. */
export const COLLECTIONS_KEY = 'collections'
