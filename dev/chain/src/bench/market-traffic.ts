import type { Address } from '@opal/domain/address'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { createFaucet } from '../faucet/faucet.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { uniqueAddress } from '../ledger/state/addresses.ts'
import { type CallSigner, createCallSigner, type UnsignedCall } from '../ledger/transactions/sign-call.ts'
import { parseSignedTransaction } from '../ledger/transactions/signed-transaction.ts'
import { simulateLocalMarketplaces } from '../marketplaces/simulate-marketplaces.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'
import { type SignedCall, Trader } from './trader.ts'

const APT = 100_000_000n
const FUNDS_OCTAS = 50_000n * APT
/** One collection and one token at a time for each: a batch fills a block. */
const TRADERS = 250
/** One mint, then four rounds of listing and buying. */
const STEPS = 9
const FLAGS = Array.from({ length: 9 }, () => true)
const URI = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.json'

interface Held {
  readonly token: Address
  readonly owner: number
}

interface Listed extends Held {
  readonly listing: Address
}

/** Endless trading on the native marketplace, a block at a time. */
export class MarketTraffic {
  readonly #market: ReturnType<typeof localMarket>
  readonly #traders: readonly Trader[]
  /** A chain that was traded on before has other collections already. */
  readonly #collection: string
  #step = 0
  #minted = 0
  #held: readonly Held[] = []
  #listed: readonly Listed[] = []

  /** Gives the traders money, and each a collection to mint into. @param traders as many transactions has a batch. */
  constructor(ledger: Ledger, traders = TRADERS) {
    const signer = createCallSigner([...FRAMEWORK_MODULES, ...simulateLocalMarketplaces()])
    this.#market = localMarket(signer)
    const sequenceNumberOf = (address: Address) => ledger.accountSequenceNumber(address)
    this.#traders = Array.from({ length: traders }, (_, number) => new Trader(signer, number, sequenceNumberOf))
    const faucet = createFaucet(ledger)
    for (const { address } of this.#traders) faucet.fund(address, FUNDS_OCTAS)
    ledger.commitBlock()
    this.#collection = `Bench ${ledger.head.version}`
    const args = ['', 1_000_000_000n, this.#collection, '', ...FLAGS, 5n, 100n]
    for (const trader of this.#traders) {
      ledger.submit(trader.sign({ functionId: '0x4::aptos_token::create_collection', args }).signedBytes)
    }
    ledger.commitBlock()
  }

  /** Signs the next transaction of each trader: to be committed before those of the batch after the next. */
  nextBatch(): readonly SignedCall[] {
    const turn = this.#step % STEPS
    this.#step += 1
    if (turn === 0) return this.#mint()
    return turn % 2 === 1 ? this.#list() : this.#buy()
  }

  #mint(): readonly SignedCall[] {
    const batch = this.#traders.map((trader) => {
      this.#minted += 1
      const args = [this.#collection, 'A token', `Token #${this.#minted}`, URI, [], [], []]
      return trader.sign({ functionId: '0x4::aptos_token::mint', args })
    })
    this.#held = batch.map((signed, owner) => ({ token: firstObject(signed), owner }))
    return batch
  }

  #list(): readonly SignedCall[] {
    const batch = this.#held.map(({ token, owner }) => this.#trader(owner).sign(this.#market.list(token)))
    this.#listed = batch.map((signed, index) => ({ ...(this.#held[index] as Held), listing: firstObject(signed) }))
    return batch
  }

  #buy(): readonly SignedCall[] {
    const sold = this.#listed
    this.#held = sold.map(({ token, owner }) => ({ token, owner: this.#neighbour(owner) }))
    return sold.map((one) => {
      const seller = this.#trader(one.owner).address
      return this.#trader(this.#neighbour(one.owner)).sign(this.#market.buy(one, seller))
    })
  }

  #neighbour(owner: number): number {
    return (owner + 1) % this.#traders.length
  }

  #trader(number: number): Trader {
    return this.#traders[number] as Trader
  }
}

/** Returns the first object that a transaction makes: of a mint the token, of a listing the listing. */
function firstObject({ signedBytes }: SignedCall): Address {
  return uniqueAddress(parseSignedTransaction(signedBytes).hash, 1)
}

/** Returns the native marketplace's calls as its adapter builds them. */
function localMarket(signer: CallSigner) {
  const contracts = nativeMarketplace.contracts.local
  const { list, buy } = nativeMarketplace.payload
  if (contracts === null || list === undefined || buy === undefined)
    throw new Error('no native marketplace to trade on')
  const v2 = (tokenDataId: Address) => ({ standard: 'v2' as const, tokenDataId })
  return {
    list: (token: Address): UnsignedCall =>
      signer.read(list(contracts, { kind: 'list', token: v2(token), priceOctas: APT })),
    buy: ({ token, listing: listingId }: Listed, seller: Address): UnsignedCall =>
      signer.read(buy(contracts, { kind: 'buy', listing: { listingId, token: v2(token), seller, priceOctas: APT } })),
  }
}
