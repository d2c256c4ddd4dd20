import { demoMarketplaces } from '@opal/dev-seeds/market/demo-marketplaces'
import { MARKET_SCALES } from '@opal/dev-seeds/market/market-scale'
import { createRandom } from '@opal/dev-seeds/random'
import { Story } from '@opal/dev-seeds/story/story'
import type { Network } from '../create-network.ts'

/** The traders of the small market, who act only on request. */
export interface SteppedMarket {
  /**
   * Plays one turn of a trader, and waits until the site shows it.
   * @returns a description of the action; null when no trader could act.
   */
  turn(): Promise<string | null>
}

/** @param seed decides who does what: the same seed on the same market gives the same turns. */
export function stepMarket(network: Network, seed: string): SteppedMarket {
  const { ledger, nodeUrl } = network.localnet
  const { collections } = MARKET_SCALES.small
  const story = new Story({
    ledger,
    nodeUrl,
    marketplaces: demoMarketplaces(),
    collections,
    random: createRandom(seed),
  })
  return {
    async turn() {
      const done = await story.turn()
      await network.settle()
      return done === null ? null : `${done.who}: ${done.did} (${done.status})`
    },
  }
}
