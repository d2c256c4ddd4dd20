import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { uniqueAddress } from '@opal/dev-chain/ledger/state/addresses'
import { tableHandle } from '@opal/dev-chain/modules/token-v1/token-data'
import { type Address, parseAddress } from '@opal/domain/address'
import { demoArtist } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { DROP_SALE } from '../market/drop-module.ts'
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

/** Finds a demo collection's tokens again, from the deliveries its artist sent, or what was bought at its mint. */
export function indexTokens(ledger: Ledger, collection: DemoCollection): readonly IndexedToken[] {
  const worth = worthOfTokens(collection)
  const addresses = [...delivered(ledger, collection), ...bought(ledger, collection)]
  return addresses.map((address, index) => ({ n: index + 1, address, worth: worth[index] ?? 1 }))
}

function bought(ledger: Ledger, { slug }: DemoCollection): readonly Address[] {
  const sale = ledger.resource(demoArtist(slug).address, DROP_SALE)
  if (sale === null) return []
  const handle = tableHandle(sale, 'tokens')
  return Array.from({ length: Number(sale.sold) }, (_, nth) =>
    parseAddress(String(ledger.tableItem(handle, JSON.stringify(String(nth))))),
  )
}

function delivered(ledger: Ledger, collection: DemoCollection): readonly Address[] {
  const tokens: Address[] = []
  for (const { info } of ledger.transactionsOfAccount(demoArtist(collection.slug).address, 1n, MAX_DELIVERIES)) {
    const hash = info?.hash ?? new Uint8Array()
    for (let index = 1; ; index += 1) {
      const address = uniqueAddress(hash, index)
      if (ledger.resource(address, TOKEN) === null) break
      tokens.push(address)
    }
  }
  return tokens
}
