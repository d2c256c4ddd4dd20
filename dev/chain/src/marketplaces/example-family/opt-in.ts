import type { MoveContext } from '../../modules/move-module.ts'

/**
 * Lets others put v1 tokens into the sender's store: what a bid for one is sold into.
 * @source 0x3::token::opt_in_direct_transfer, mainnet 2382313982
 */
export function optInToTransfers(context: MoveContext): void {
  context.call('0x3::token::opt_in_direct_transfer', [], [true])
}
