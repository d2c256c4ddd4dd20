/** Most orders that one call cleans up. */
export const MAX_CLEANED_ORDERS = 100
