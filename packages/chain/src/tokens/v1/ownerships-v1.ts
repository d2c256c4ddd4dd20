import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { OwnershipChange } from '@opal/domain/tokens/token-change'
import { numberField } from '../fields.ts'
import { decodePropertyMap } from '../property-map.ts'
import type { TokenLookup } from '../token-lookup.ts'
import { TOKEN_ID, TOKEN_STORE, TOKEN_V1 } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'
import { deletionsOfKey, itemsOfValue, normaliseHandle, tableOwners } from './tables-v1.ts'
import type { TokenEventV1 } from './token-events-v1.ts'
import { type TokenIdV1, tokenIdField, tokenKey } from './token-id-v1.ts'

/**
 * Accounts that hold an item when the holder's resource is not written: module events name the account instead.
 * Accounts that a token only passed through do not count, nor does one of several.
 */
class HolderHints {
  /** By token: what each account won or lost in all. */
  readonly #balance = new Map<string, Map<Address, bigint>>()
  /** By token: who mutated it in place. */
  readonly #mutators = new Map<string, Address>()

  constructor(events: readonly TokenEventV1[]) {
    for (const { kind, id, account, amount } of events) {
      if (kind === 'deposit') this.#add(id, account, amount)
      if (kind === 'withdrawal') this.#add(id, account, -amount)
      if (kind === 'mutation') this.#mutators.set(tokenKey(id), account)
    }
  }

  /** Returns the one account that gained some of the token, or changed it in place; null for none or several. */
  receiver(id: TokenIdV1): Address | null {
    return this.#only(id, (won) => won > 0n) ?? this.#mutators.get(tokenKey(id)) ?? null
  }

  /** Returns the one account that lost some of the token. */
  giver(id: TokenIdV1): Address | null {
    return this.#only(id, (won) => won < 0n)
  }

  #add(id: TokenIdV1, account: Address, amount: bigint): void {
    const key = tokenKey(id)
    const accounts = this.#balance.get(key) ?? new Map<Address, bigint>()
    accounts.set(account, (accounts.get(account) ?? 0n) + amount)
    this.#balance.set(key, accounts)
  }

  #only(id: TokenIdV1, counts: (won: bigint) => boolean): Address | null {
    const [first, ...others] = [...(this.#balance.get(tokenKey(id)) ?? [])].filter(([, won]) => counts(won))
    return first === undefined || others.length > 0 ? null : first[0]
  }
}

/**
 * Returns what the transaction wrote into accounts' token stores and removed from them (amount 0). A store is
 * identified by its account's resource, which handle events always write, by the stored owner of its table, or by
 * the module events that replace those of handles. Other tables of tokens, such as a marketplace's escrow, own
 * nothing.
 * @throws DecodeError
 */
export function ownershipChangesV1(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  events: readonly TokenEventV1[],
  lookup: TokenLookup,
): readonly OwnershipChange[] {
  const stores = new KnownStores(tableOwners(objects, TOKEN_STORE), lookup)
  const hints = new HolderHints(events)
  const [emptied, filled] = [deletedItems(transaction), writtenItems(transaction)]
  const settled = new Set(
    [...emptied, ...filled.filter((item) => stores.ownerOf(item) !== null)].map(({ id }) => tokenKey(id)),
  )
  // An account that gave some away wrote the rest: if no known table has it, the unknown table is its store.
  const keeper = (id: TokenIdV1) => (settled.has(tokenKey(id)) ? null : hints.giver(id))
  // An account has one store: any other table is a container, which may hold any number.
  const stored = new Set([...emptied, ...filled].map((item) => `${tokenKey(item.id)} ${stores.ownerOf(item)}`))
  const unlessStored = (id: TokenIdV1, account: Address | null) =>
    stored.has(`${tokenKey(id)} ${account}`) ? null : account
  const deleted = resolve(emptied, stores, (id) => unlessStored(id, hints.giver(id)))
  const written = resolve(filled, stores, (id) => unlessStored(id, hints.receiver(id) ?? keeper(id)))
  return [...deleted, ...written]
}

interface StoredItem {
  readonly id: TokenIdV1
  readonly storage: string
  /** Whether the table has the key of a token store. */
  readonly likeStore: boolean
  readonly amount: bigint
  readonly properties: JsonObject | null
}

function writtenItems(transaction: ChainTransaction): readonly StoredItem[] {
  return itemsOfValue(transaction, TOKEN_V1).map(({ handle, keyType, value }) => ({
    id: tokenIdField(value, TOKEN_V1, 'id'),
    storage: normaliseHandle(handle),
    likeStore: keyType === TOKEN_ID,
    amount: numberField(value, TOKEN_V1, 'amount'),
    properties: propertiesOf(value),
  }))
}

function deletedItems(transaction: ChainTransaction): readonly StoredItem[] {
  return deletionsOfKey(transaction, TOKEN_ID).map(({ handle, key }) => ({
    id: tokenIdField(key, TOKEN_ID, ''),
    storage: normaliseHandle(handle),
    likeStore: true,
    amount: 0n,
    properties: null,
  }))
}

function propertiesOf(token: Json): JsonObject {
  const properties = jsonAt(token, 'token_properties')
  return isJsonObject(properties) ? decodePropertyMap(properties) : {}
}

/** Owners of token store tables, by the transaction's writes or the store's knowledge. */
class KnownStores {
  readonly #written: ReadonlyMap<string, Address>
  readonly #lookup: TokenLookup

  constructor(written: ReadonlyMap<string, Address>, lookup: TokenLookup) {
    this.#written = written
    this.#lookup = lookup
  }

  ownerOf({ id, storage }: StoredItem): Address | null {
    return this.#written.get(storage) ?? this.#lookup.holderOf(id.tokenDataId, storage)
  }
}

/** Items of unknown tables go to the hinted account, unless two of the same token could be meant. */
function resolve(
  items: readonly StoredItem[],
  stores: KnownStores,
  hint: (id: TokenIdV1) => Address | null,
): readonly OwnershipChange[] {
  const unknown = items.filter((item) => item.likeStore && stores.ownerOf(item) === null)
  const sameToken = Map.groupBy(unknown, ({ id }) => tokenKey(id))
  return items.flatMap((item) => {
    const isOnly = sameToken.get(tokenKey(item.id))?.length === 1
    const owner = stores.ownerOf(item) ?? (item.likeStore && isOnly ? hint(item.id) : null)
    return owner === null ? [] : [ownership(item, owner)]
  })
}

function ownership({ id, storage, amount, properties }: StoredItem, owner: Address): OwnershipChange {
  return {
    tokenDataId: id.tokenDataId,
    propertyVersionV1: id.propertyVersion,
    ownerAddress: owner,
    storageId: storage,
    amount,
    tokenStandard: 'v1',
    tableTypeV1: TOKEN_STORE,
    tokenPropertiesMutatedV1: properties,
    isSoulboundV2: null,
    isFungibleV2: null,
    nonTransferrableByOwner: null,
  }
}
