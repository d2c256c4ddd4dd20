/** The folder's name, stored in rows. */
export const BLUEMOVE_ID = 'bluemove'
