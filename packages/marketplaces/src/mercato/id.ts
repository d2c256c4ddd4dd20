/** The folder's name, stored in rows. */
export const MERCATO_ID = 'mercato'
