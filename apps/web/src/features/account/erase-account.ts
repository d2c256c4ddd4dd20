import type { ApiClient } from '@opal/contract/client'
import { deleteAccount } from '@opal/contract/session'
import { storeFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'

/** The API's report of an erasure. */
export interface Erasure {
  readonly deleted: Readonly<Record<string, number>>
  readonly staysOnChain: string
}

/** Erases all data of the signed-in wallet, its sessions included, then its data in this browser. @throws ApiError */
export async function eraseAccount(api: ApiClient): Promise<Erasure> {
  const erasure = await api(deleteAccount, {})
  storeFavourites({ ids: [], unsaved: [] })
  pageSession.set(VISITOR)
  return erasure
}
