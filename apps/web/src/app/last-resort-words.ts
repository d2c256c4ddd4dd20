/** Words for when not even the error page can be shown. @source docs/product/site.md#error-of-the-error-page */
export const LAST_RESORT = 'An error occurred while showing the error page'
