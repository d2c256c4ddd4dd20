/** First part of the query key of every list of collections; the search suggests what is cached under it. */
export const COLLECTIONS_KEY = 'collections'
