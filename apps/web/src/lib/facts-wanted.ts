import { createStore } from './store.ts'

/** In the browser: the server did not have the facts of the site for this page, and may be asked for them again. */
export const factsWanted = createStore(false)
