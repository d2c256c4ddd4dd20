import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { Address } from '@opal/domain/address'
import { demoAccounts, demoTraders, type Trader } from '../accounts/demo-cast.ts'
import type { Participant } from '../market/market-state.ts'

/** Everybody on the market while it runs. Those whom visitors may play do not act by themselves. */
export class StoryCast {
  readonly #ledger: Ledger
  readonly #known = new Map<Address, Participant>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    const playable = new Set(demoAccounts().map(({ address }) => address))
    for (const trader of demoTraders()) {
      this.#known.set(trader.address, { trader, acts: !playable.has(trader.address), balance: 0n })
    }
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
    purse: 0n,
  }
}
