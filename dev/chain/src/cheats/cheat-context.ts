import type { BlockTimer } from '../block-timer.ts'
import type { Faucet } from '../faucet/faucet.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** The parts of the localnet that cheats control. */
export interface CheatContext {
  readonly ledger: Ledger
  readonly blocks: BlockTimer
  readonly faucet: Faucet
}
