import { createStore } from '../../shared/hooks/store.ts'

/**
 * The error page on the screen: `missing` for a page that does not exist, `failed` for one that could not be loaded, null for
 * none. Written by `ErrorPage`; the loading bar shows the failure and `features/recovery` reloads the page.
 */
export const errorShown = createStore<'missing' | 'failed' | null>(null)

/**
 * Whether the server rendered this page without the facts of the site (marketplaces, APT price). Written by the root in the
 * browser; `features/recovery` reloads them.
 */
export const factsWanted = createStore(false)

/** Whether a page that was chosen waits until the site answers. Written by `reloadOnMissingChunk`; the loading bar ends. */
export const pagePostponed = createStore(false)
