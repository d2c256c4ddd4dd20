import type { ApiClient } from '@opal/contract/client'
import { deleteAccount } from '@opal/contract/session'

/** The API's report of an erasure. */
export interface Erasure {
  readonly deleted: Readonly<Record<string, number>>
  readonly staysOnChain: string
}

/** Erases all data of the signed-in wallet, its sessions included. @throws ApiError */
export function eraseAccount(api: ApiClient): Promise<Erasure> {
  return api(deleteAccount, {})
}
