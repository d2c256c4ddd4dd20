import type { Address } from '@opal/domain/address'
import type { PoolChange } from '@opal/domain/market-event'
import { buildTokenSet, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import type { CollectionOfferRow } from '../../schema/orders.ts'
import type { IndexedTransaction } from '../batch.ts'
import { address, eventBase, indexed, passes, timeOf, token } from './market-story.ts'

interface PoolBid {
  readonly id: Address
  readonly buyer: Address
  readonly price: bigint
  readonly expiresAtSeconds: bigint
  /** The only token that is wanted; null for any. */
  readonly only: Address | null
  wanted: bigint
  state: 'open' | 'filled' | 'cancelled'
}

/** Steps for which a pool bid is open. */
const BID_STEPS = 8n

/** Pools and the bids that they pay, in plain variables. */
export class ReferencePools {
  readonly #balances = new Map<Address, bigint>()
  readonly #bids: PoolBid[] = []

  deposit(version: bigint, wallet: Address, octas: bigint): IndexedTransaction {
    return { ...indexed(version, []), pools: [this.#change(version, 0, 'deposit', { wallet, octas })] }
  }

  withdraw(version: bigint, wallet: Address, octas: bigint): IndexedTransaction | null {
    const balance = this.#balance(wallet)
    const taken = octas < balance ? octas : balance
    if (taken === 0n) return null
    return { ...indexed(version, []), pools: [this.#change(version, 0, 'withdrawal', { wallet, octas: -taken })] }
  }

  /** @param deposit octas that go into the pool first; 0 for none. */
  bid(
    version: bigint,
    buyer: Address,
    terms: { readonly price: bigint; readonly amount: bigint; readonly only: Address | null; readonly deposit: bigint },
  ): IndexedTransaction {
    const { price, amount, only, deposit } = terms
    const pools = deposit === 0n ? [] : [this.#change(version, 0, 'deposit', { wallet: buyer, octas: deposit })]
    const expiresAtSeconds = timeOf(version + BID_STEPS) / 1_000_000n
    const bid = { id: address(`d${version.toString(16)}`), buyer, price, expiresAtSeconds, only, wanted: amount }
    this.#bids.push({ ...bid, state: 'open' })
    const placed = { ...eventBase(version, 1, price), offerId: bid.id, buyer, tokenAmount: amount, expiresAtSeconds }
    return { ...indexed(version, [{ ...placed, kind: 'pool-offer-placed', setRoot: rootOf(only) }]), pools }
  }

  cancel(version: bigint, wallet: Address): IndexedTransaction | null {
    const bid = this.#bids.find(({ buyer, state }) => buyer === wallet && state === 'open')
    if (bid === undefined) return null
    bid.state = 'cancelled'
    const base = { ...eventBase(version, 0, bid.price), offerId: bid.id, buyer: wallet }
    const { wanted: remainingAmount, only } = bid
    return indexed(version, [{ ...base, kind: 'pool-offer-cancelled', remainingAmount, setRoot: rootOf(only) }])
  }

  /** Sells a token into the first bid that wants it and can pay it; null without one. */
  accept(
    version: bigint,
    id: Address,
    seller: Address,
    sell: (buyer: Address, price: bigint) => { readonly commissionOctas: bigint; readonly royaltyOctas: bigint },
  ): { readonly buyer: Address; readonly transaction: IndexedTransaction } | null {
    const bid = this.#live(version).find(({ only }) => only === null || only === id)
    if (bid === undefined) return null
    const { buyer, price } = bid
    bid.wanted -= 1n
    if (bid.wanted === 0n) bid.state = 'filled'
    const base = { ...eventBase(version, 1, price), token: token(id), offerId: bid.id, buyer, seller }
    const filled = { ...base, kind: 'pool-offer-filled' as const, remainingAmount: bid.wanted, ...sell(buyer, price) }
    const transaction = indexed(version, [filled], { ownerships: passes(id, seller, buyer) })
    const pools = [this.#change(version, 1, 'sale', { wallet: buyer, octas: -price })]
    return { buyer, transaction: { ...transaction, pools } }
  }

  /** Prices of the bids into which any token can be sold. */
  livePrices(version: bigint): readonly bigint[] {
    return this.#live(version).flatMap(({ only, price }) => (only === null ? [price] : []))
  }

  /** Expected row of each bid, by its id. */
  rows(version: bigint): ReadonlyMap<string, PoolBidRow> {
    const now = timeOf(version) / 1_000_000n
    return new Map(
      this.#bids.map(({ id, buyer, price, expiresAtSeconds, only, wanted, state }) => {
        const covered = this.#balance(buyer) / price
        const paid = covered < wanted ? covered : wanted
        const [counts, isOver] = [paid > 0n ? 'valid' : 'unfunded', expiresAtSeconds <= now]
        const row = {
          wanted_amount: wanted,
          set_root: rootOf(only),
          state,
          is_pooled: true,
          remaining_amount: state === 'open' ? paid : wanted,
          validity: state !== 'open' ? 'ended' : isOver ? 'expired' : counts,
        }
        return [id, row]
      }),
    )
  }

  get balances(): ReadonlyMap<string, bigint> {
    return this.#balances
  }

  #live(version: bigint): readonly PoolBid[] {
    const now = timeOf(version) / 1_000_000n
    return this.#bids.filter(
      ({ state, expiresAtSeconds, buyer, price }) =>
        state === 'open' && expiresAtSeconds > now && this.#balance(buyer) >= price,
    )
  }

  #balance(wallet: Address): bigint {
    return this.#balances.get(wallet) ?? 0n
  }

  #change(
    version: bigint,
    eventIndex: number,
    kind: PoolChange['kind'],
    { wallet, octas }: { readonly wallet: Address; readonly octas: bigint },
  ): PoolChange {
    const balanceOctas = this.#balance(wallet) + octas
    this.#balances.set(wallet, balanceOctas)
    const amountOctas = octas < 0n ? -octas : octas
    return {
      marketplace: 'opal',
      version,
      eventIndex,
      atMicros: timeOf(version),
      kind,
      wallet,
      amountOctas,
      balanceOctas,
    }
  }
}

/** The columns of a pool bid's row that depend on more than its placing. */
export type PoolBidRow = Pick<
  CollectionOfferRow,
  'wanted_amount' | 'remaining_amount' | 'validity' | 'state' | 'set_root' | 'is_pooled'
>

function rootOf(only: Address | null): SetHash | null {
  return only === null ? null : buildTokenSet([leafOf({ standard: 'v2', tokenDataId: only })]).root
}
