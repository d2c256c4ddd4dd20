import type { Ledger } from '../ledger/ledger.ts'

/** What every endpoint is given. */
export interface RestContext {
  readonly ledger: Ledger
  /** Are blocks made of what is submitted? Not while somebody paused them, or after a fault. */
  readonly isCommitting: () => boolean
}
