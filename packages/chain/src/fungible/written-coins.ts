import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'
import { isJsonObject } from '@opal/domain/json'
import { addressField, numberField, textField } from '../tokens/fields.ts'
import { normaliseMoveType } from '../transaction/move-type.ts'
import { coinTypeOf } from './coin-type.ts'
import { COIN_STORE, COIN_STORE_DELETION } from './fungible-types.ts'

export interface WrittenCoinStore {
  readonly owner: Address
  readonly coinType: string
  readonly data: JsonObject
}

/** The coin stores of a transaction, and which coin each of their events is about. */
export class WrittenCoins {
  readonly written: readonly WrittenCoinStore[]
  readonly deleted: readonly { readonly owner: Address; readonly coinType: string }[]
  readonly #byHandle = new Map<string, string>()

  constructor(transaction: ChainTransaction) {
    this.written = transaction.changes.flatMap((change) => {
      if (change.kind !== 'write-resource' || !isJsonObject(change.data)) return []
      const coinType = coinTypeOf(change.type, COIN_STORE)
      return coinType === null ? [] : [{ owner: change.address, coinType, data: change.data }]
    })
    this.deleted = transaction.changes.flatMap((change) => {
      if (change.kind !== 'delete-resource') return []
      const coinType = coinTypeOf(change.type, COIN_STORE)
      return coinType === null ? [] : [{ owner: change.address, coinType }]
    })
    for (const { coinType, data } of this.written) {
      for (const handle of ['deposit_events', 'withdraw_events']) {
        const guid = `${handle}.guid.id`
        const account = addressField(data, COIN_STORE, `${guid}.addr`)
        this.#byHandle.set(`${account}/${numberField(data, COIN_STORE, `${guid}.creation_num`)}`, coinType)
      }
    }
    for (const { type, data } of transaction.events) {
      if (type !== COIN_STORE_DELETION) continue
      const account = addressField(data, type, 'event_handle_creation_address')
      const coinType = normaliseMoveType(textField(data, type, 'coin_type'))
      for (const handle of ['deposit', 'withdraw']) {
        const number = numberField(data, type, `deleted_${handle}_event_handle_creation_number`)
        this.#byHandle.set(`${account}/${number}`, coinType)
      }
    }
  }

  /**
   * Returns the coin of an event on a handle; null when the transaction does not say. A store that was deleted
   * took its handles with it: its deletion says which they were. Without that event the account's deleted store is meant, unless
   * there are several. Anyone can have the stores of any account deleted, by moving their coins to assets.
   */
  coinOfEvent(account: Address, creationNumber: bigint): string | null {
    const written = this.#byHandle.get(`${account}/${creationNumber}`)
    if (written !== undefined) return written
    const [deleted, ...others] = this.deleted.filter(({ owner }) => owner === account)
    return others.length > 0 ? null : (deleted?.coinType ?? null)
  }
}
