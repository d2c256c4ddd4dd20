/** Message for when the error page itself fails. @source docs/product/site.md#error-of-the-error-page */
export const LAST_RESORT = 'An error occurred while showing the error page'
