import type { Ledger } from '../ledger/ledger.ts'
import type { StateView } from '../ledger/state/state-view.ts'
import { parseU64Query } from './requests/parameters.ts'
import { ApiError, notFound } from './responses/api-error.ts'

/** Dependencies of every endpoint. */
export interface RestContext {
  readonly ledger: Ledger
  /** Returns whether submitted transactions are put into blocks: not while paused, or after a fault. */
  readonly isCommitting: () => boolean
}

/**
 * Returns the state that a request asks for with `ledger_version`, the newest without it.
 * @throws ApiError 404 for a version still to come, 410 for one whose state was pruned.
 */
export function stateAt(ledger: Ledger, ledgerVersion: unknown): StateView {
  const { version: newest } = ledger.head
  const version = parseU64Query(ledgerVersion, 'ledger_version') ?? newest
  if (version > newest) throw notFound('version_not_found', 'Ledger version', `Ledger version(${version})`)
  const state = ledger.at(version)
  if (state === null) throw new ApiError(410, 'version_pruned', `Ledger version(${version}) has been pruned`)
  return state
}
