import type { ReactNode } from 'react'

/** Blocks a trade until something unusual about it is confirmed. */
export interface TradeGuard {
  readonly isHeld: boolean
  /** The user's next step, shown next to the button while it is disabled. */
  readonly reason: string
  /** Asks for the confirmation, or says what could not be checked; null when nothing is unusual. */
  readonly field: ReactNode
  /** Focuses the confirmation. */
  focus(): void
}
