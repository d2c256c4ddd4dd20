/** The folder's name, stored in rows. */
export const OPAL_ID = 'opal'
