import { createStore } from './store.ts'

/** Is the page that is on the screen an error page? So that the loading bar can end in failure. */
export const errorShown = createStore(false)
