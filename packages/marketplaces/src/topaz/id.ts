/** The folder's name, stored in rows. */
export const TOPAZ_ID = 'topaz'
