/** Id of the search field, for the `/` key and the phone's bottom bar. */
export const SEARCH_FIELD_ID = 'site-search'

/** Puts the cursor into the search field, wherever the page is scrolled to. */
export function focusSearch(): void {
  document.getElementById(SEARCH_FIELD_ID)?.focus()
}
