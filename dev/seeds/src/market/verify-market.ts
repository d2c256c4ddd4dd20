import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { type Address, parseAddress } from '@opal/domain/address'
import type { CollectionMarket } from './market-state.ts'

const OBJECT_CORE = '0x1::object::ObjectCore'

/**
 * Compares the picture that the traders had of the market with the chain: who holds every token, and that every listing
 * and offer is there. Had a single transaction failed, they would differ.
 * @throws Error naming the first difference.
 */
export function verifyMarket(ledger: Ledger, markets: readonly CollectionMarket[]): void {
  for (const market of markets) {
    for (const token of market.tokens) {
      const holder = token.listing?.id ?? token.owner.trader.address
      if (ownerOf(ledger, token.address) !== holder) {
        throw new Error(`the demo market went wrong: ${market.demo.itemName} #${token.n} is not held by ${holder}`)
      }
    }
    for (const offer of market.offers) {
      if (ownerOf(ledger, offer.id) !== null) continue
      throw new Error(`the demo market went wrong: an offer of ${offer.bidder.trader.name} is missing`)
    }
  }
}

function ownerOf(ledger: Ledger, object: Address): Address | null {
  const owner = ledger.resource(object, OBJECT_CORE)?.owner
  return typeof owner === 'string' ? parseAddress(owner) : null
}
