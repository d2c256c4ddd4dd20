import { keepFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'

/** Takes what was the account's out of this browser too; its session is over. */
export function forgetHere(): void {
  keepFavourites({ ids: [], unsaved: [] })
  pageSession.set(VISITOR)
}
