import type { Ledger } from '../ledger/ledger.ts'

/** What every endpoint is given. */
export interface RestContext {
  readonly ledger: Ledger
}
