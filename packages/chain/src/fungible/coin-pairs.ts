import { toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import type { CoinPair } from '@opal/domain/state-changes'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { coinTypeOf, pairedMetadata } from './coin-type.ts'
import { COIN_INFO, PAIRED_COIN_TYPE } from './fungible-types.ts'
import type { WrittenCoins } from './written-coins.ts'

/**
 * Coins and the assets they are paired with: for every coin that the transaction names, since the asset's address is made
 * of the coin's type. An asset that names its coin itself is believed when the two fit.
 */
export function coinPairs(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  coins: WrittenCoins,
): readonly CoinPair[] {
  const named = new Set([...coins.written, ...coins.deleted].map(({ coinType }) => coinType))
  for (const change of transaction.changes) {
    const coinType = change.kind === 'write-resource' ? coinTypeOf(change.type, COIN_INFO) : null
    if (coinType !== null) named.add(coinType)
  }
  const pairs = new Map([...named].map((coinType) => [pairedMetadata(coinType), coinType]))
  for (const [metadata, resource] of objects.all(PAIRED_COIN_TYPE)) {
    const coinType = coinTypeOfInfo(jsonAt(resource, 'type'))
    if (coinType !== null && pairedMetadata(coinType) === metadata) pairs.set(metadata, coinType)
  }
  return [...pairs].map(([metadataAddress, coinType]) => ({ metadataAddress, coinType }))
}

/** A `TypeInfo` writes the names of module and struct as bytes; the struct's with its arguments. @source 0x1::type_info */
function coinTypeOfInfo(info: Json | undefined): string | null {
  const account = jsonAt(info, 'account_address')
  const address = typeof account === 'string' ? toAddressOrNull(account) : null
  const module = textOfHex(jsonAt(info, 'module_name'))
  const struct = textOfHex(jsonAt(info, 'struct_name'))
  return address === null || module === null || struct === null
    ? null
    : `${toShortAddress(address)}::${module}::${struct}`
}

function textOfHex(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null
  const digits = value.replace(/^0x/, '').match(/[0-9a-f]{2}/gi) ?? []
  return new TextDecoder().decode(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)))
}
