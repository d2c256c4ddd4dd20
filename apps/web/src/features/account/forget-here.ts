import { storeFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'

/** Removes the erased account's data from this browser, and ends its session here. */
export function clearLocalAccount(): void {
  storeFavourites({ ids: [], unsaved: [] })
  pageSession.set(VISITOR)
}
