import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { uniqueAddress } from '@opal/dev-chain/ledger/state/addresses'
import type { Address } from '@opal/domain/address'
import { demoArtist } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { worthOfTokens } from '../market/prices.ts'

/** A demo token: where it is and what its traits make it worth. */
export interface IndexedToken {
  readonly n: number
  readonly address: Address
  readonly worth: number
}

const TOKEN = '0x4::token::Token'
/** Artists send one transaction for the collection and one for every few tokens. */
const MAX_DELIVERIES = 10_000

/** Finds a demo collection's tokens again, from the deliveries its artist sent. */
export function indexTokens(ledger: Ledger, collection: DemoCollection): readonly IndexedToken[] {
  const worth = worthOfTokens(collection)
  const tokens: IndexedToken[] = []
  for (const { info } of ledger.transactionsOfAccount(demoArtist(collection.slug).address, 1n, MAX_DELIVERIES)) {
    const hash = info?.hash ?? new Uint8Array()
    for (let index = 1; ; index += 1) {
      const address = uniqueAddress(hash, index)
      if (ledger.resource(address, TOKEN) === null) break
      const n = tokens.length + 1
      tokens.push({ n, address, worth: worth[n - 1] ?? 1 })
    }
  }
  return tokens
}
