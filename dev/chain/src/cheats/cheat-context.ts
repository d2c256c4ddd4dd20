import type { BlockTimer } from '../block-timer.ts'
import type { Faucet } from '../faucet/faucet.ts'
import type { RestContext } from '../rest/rest-context.ts'

/** What the cheats can reach beside the chain itself. */
export interface CheatContext extends RestContext {
  readonly blocks: BlockTimer
  readonly faucet: Faucet
}
