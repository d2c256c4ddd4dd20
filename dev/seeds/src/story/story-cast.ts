import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { Address } from '@opal/domain/address'
import { isPlayed, type Trader } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import type { Participant } from '../market/market-state.ts'
import { participants } from '../market/seed-market.ts'

/** Everyone on the market while it runs. Those whom visitors may play do not act by themselves. */
export class StoryCast {
  readonly #ledger: Ledger
  readonly #known = new Map<Address, Participant>()
  readonly #ring: readonly Address[]

  /** @param crowd wallets without a name, as many as history had. */
  constructor(ledger: Ledger, collections: readonly DemoCollection[], crowd: number) {
    this.#ledger = ledger
    const { people, ring } = participants({ collections, crowd })
    for (const person of people) {
      this.#known.set(person.trader.address, { ...person, acts: !isPlayed(person.trader), balance: 0n })
    }
    for (const person of ring) this.#known.set(person.trader.address, { ...person, balance: 0n })
    this.#ring = ring.map(({ trader }) => trader.address)
  }

  /** Returns the two wallets that trade with each other, with their balances; none where nothing is washed. */
  ring(): readonly Participant[] {
    return this.#ring.map((address) => {
      const person = this.at(address)
      person.balance = this.#balanceOf(address)
      return person
    })
  }

  /** Returns those who act, with what they have now. */
  actors(): readonly Participant[] {
    const actors = [...this.#known.values()].filter((person) => person.acts)
    for (const person of actors) person.balance = this.#balanceOf(person.trader.address)
    return actors
  }

  /** Returns the participant with this address; strangers take part too. */
  at(address: Address): Participant {
    const known = this.#known.get(address)
    if (known !== undefined) return known
    const met = { trader: stranger(address), acts: false, balance: 0n }
    this.#known.set(address, met)
    return met
  }

  #balanceOf(address: Address): bigint {
    const { values } = this.#ledger.view('0x1::coin::balance', ['0x1::aptos_coin::AptosCoin'], [address])
    return BigInt(values[0] as string | bigint)
  }
}

function stranger(address: Address): Trader {
  return {
    name: address,
    address,
    privateKey: '',
    publicKey: new Uint8Array(),
    sign: () => {
      throw new Error('nobody signs for a stranger')
    },
    temper: { buys: 0, sells: 0, bids: 0, greed: 1 },
    balanceApt: 0n,
  }
}
