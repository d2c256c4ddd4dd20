/** First part of the query key of the top bids of a list of tokens. */
export const TOP_BIDS_KEY = 'top-bids'
