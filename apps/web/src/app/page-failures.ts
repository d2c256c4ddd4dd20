import { createStore } from '../shared/hooks/store.ts'

/**
 * Is the page that is on the screen an error page? `missing` says that there is no such page, `failed` that it could not
 * be had. So that the loading bar can end in failure, and what failed be asked for again.
 */
export const errorShown = createStore<'missing' | 'failed' | null>(null)

/** In the browser: the server did not have the facts of the site for this page, and may be asked for them again. */
export const factsWanted = createStore(false)
