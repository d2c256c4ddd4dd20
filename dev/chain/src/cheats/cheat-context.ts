import type { BlockTimer } from '../block-timer.ts'
import type { Faucet } from '../faucet/faucet.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** What the cheats can reach. */
export interface CheatContext {
  readonly ledger: Ledger
  readonly blocks: BlockTimer
  readonly faucet: Faucet
}
