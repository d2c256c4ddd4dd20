/** Columns of an event whose listing has no terms, for tests. */
export const NO_EVENT_TERMS = {
  end_price_octas: null,
  falls_from_seconds: null,
  falls_until_seconds: null,
  reserved_for: null,
  least_octas: null,
} as const

/** Columns of a listing without terms that holds its token, for tests. */
export const NO_LISTING_TERMS = {
  ...NO_EVENT_TERMS,
  start_price_octas: null,
  expires_at_seconds: null,
  next_change_seconds: null,
  depends_on_seller: false,
} as const
