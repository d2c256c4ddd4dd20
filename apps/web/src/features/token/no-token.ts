/** Reason shown at an address of no token. */
export const NO_TOKEN =
  'No item has this address. Check the link, or look for the item in its collection. A new mint can take a few seconds to appear.'
