/** Words for when not even the error page can be shown. @source spec 000, section 2 "If the error page itself fails" */
export const LAST_RESORT = 'An error occurred while showing the error page'
