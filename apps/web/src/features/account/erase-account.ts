import type { ApiClient } from '@opal/contract/client'
import { deleteAccount } from '@opal/contract/session'

/** What was erased, and what stays. */
export interface Erasure {
  readonly deleted: Readonly<Record<string, number>>
  readonly staysOnChain: string
}

/** Erases all that is kept of the signed-in wallet, its sessions too. @throws ApiError */
export function eraseAccount(api: ApiClient): Promise<Erasure> {
  return api(deleteAccount, {})
}
