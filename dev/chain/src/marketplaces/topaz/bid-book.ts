import { toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { deadlineSeconds } from '@opal/marketplaces/decode/deadline-seconds'
import { APT_TYPE_INFO } from '@opal/marketplaces/topaz/decode'
import type { MoveContext } from '../../modules/move-module.ts'
import { addressAt, u64At } from '../aptos-example/move-values.ts'
import { type Package, refusal, tableIn, takeNumber } from './package.ts'

const COIN = '0x1::coin::Coin<0x1::aptos_coin::AptosCoin>'

/**
 * Bids of one module: rows by number, and the coins that they hold. The row of an ended bid remains, with an amount
 * of zero. @source rows and the table of coins: an old parser, docs/reference/marketplace-contracts.md#topaz-tables
 */
export class BidBook {
  readonly #context: MoveContext
  readonly #own: Package
  readonly #module: string
  readonly #struct: string

  constructor(context: MoveContext, own: Package, module: string, struct: string) {
    this.#context = context
    this.#own = own
    this.#module = module
    this.#struct = struct
  }

  /** Returns the fields of the resource that holds the bids. */
  static fields({ prefix }: Package, module: string, struct: string): readonly (readonly [string, string])[] {
    return [
      ['next_id', 'u64'],
      ['bids', `0x1::table::Table<u64, ${prefix}::${module}::${struct}>`],
      ['coins', `0x1::table::Table<u64, ${COIN}>`],
    ]
  }

  /** Puts the resource, without bids, at the package. */
  create(): void {
    const table = () => ({ handle: toShortAddress(this.#context.newTable()) })
    const bids = { bids: table(), coins: table(), next_id: '0' }
    this.#context.putResource(this.#own.contracts.packageAddress, `${this.#own.prefix}::${this.#module}::Bids`, bids)
  }

  /** Adds a bid and takes the price of all its items from the caller. @returns the new row */
  place(terms: JsonObject): JsonObject {
    const bid_id = takeNumber(this.#context, this.#own, `${this.#module}::Bids`, 'next_id')
    const row = { ...terms, bid_id, buyer: toShortAddress(this.#context.sender) }
    const octas = u64At(row, 'price') * u64At(row, 'amount')
    this.#context.withdrawApt(this.#context.sender, octas)
    this.#rows.put(bid_id, row)
    this.#coins.put(bid_id, { value: String(octas) })
    return row
  }

  /** Returns a bid that still wants items. @throws MoveAbort */
  open(bidId: bigint): JsonObject {
    const row = this.#rows.get(String(bidId))
    if (row === null || u64At(row, 'amount') === 0n) throw refusal(this.#own, this.#module, 'ENO_BID')
    return row
  }

  /** Cancels the caller's bid and pays its money back. @returns the row before that */
  cancel(bidId: bigint): JsonObject {
    const row = this.open(bidId)
    const buyer = addressAt(row, 'buyer')
    if (buyer !== this.#context.sender) throw refusal(this.#own, this.#module, 'ENOT_BUYER')
    this.#rows.put(String(bidId), { ...row, amount: '0', cancelled: true })
    this.#coins.remove(String(bidId))
    this.#context.depositApt(buyer, u64At(row, 'price') * u64At(row, 'amount'))
    return row
  }

  /** Takes one item off a bid that has not expired. The caller pays out its price. @returns the row before that */
  fill(bidId: bigint): JsonObject {
    const row = this.open(bidId)
    const isOver = deadlineSeconds(u64At(row, 'deadline')) <= this.#context.nowSeconds
    if (isOver) throw refusal(this.#own, this.#module, 'EEXPIRED')
    const left = u64At(row, 'amount') - 1n
    this.#rows.put(String(bidId), { ...row, amount: String(left) })
    if (left === 0n) this.#coins.remove(String(bidId))
    else this.#coins.put(String(bidId), { value: String(u64At(row, 'price') * left) })
    return row
  }

  get #rows() {
    const valueType = `${this.#own.prefix}::${this.#module}::${this.#struct}`
    return tableIn(this.#context, this.#own, `${this.#module}::Bids`, 'bids', { keyType: 'u64', valueType })
  }

  get #coins() {
    return tableIn(this.#context, this.#own, `${this.#module}::Bids`, 'coins', { keyType: 'u64', valueType: COIN })
  }
}

/** Returns the fields of the event about a bid. */
export function bidEvent({ cancelled: _cancelled, ...bid }: JsonObject): JsonObject {
  return { ...bid, coin_type: APT_TYPE_INFO }
}
