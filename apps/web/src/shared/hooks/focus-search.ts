import { createStore } from './store.ts'

/** Id of the search field, for the `/` key and the phone's bottom bar. */
export const SEARCH_FIELD_ID = 'site-search'

/** Words that somebody asked for elsewhere, for the search field to take over. */
export const searchWish = createStore<string | null>(null)

/** Puts the cursor into the search field, wherever the page is scrolled to. @param text what to search for. */
export function focusSearch(text?: string): void {
  if (text !== undefined) searchWish.set(text)
  document.getElementById(SEARCH_FIELD_ID)?.focus()
}
