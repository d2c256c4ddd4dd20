import type { TokenLookup } from '@opal/chain/tokens/token-lookup'
import type { Address } from '@opal/domain/address'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import { type KnownTokens, tableItemKey } from '@opal/store/ingest/tokens/known-tokens'

/** Facts about tokens that transactions leave out: loaded for a batch, updated through it. */
export class TokenCache implements TokenLookup {
  readonly #owners: Map<string, string | null>
  /** By v1 token and table that held it: whose store that is. */
  readonly #holders: Map<string, string>
  /** Tables of v1 collections. */
  readonly #tables: Map<string, string>

  constructor({ owners, holders, tables }: KnownTokens) {
    this.#owners = new Map(owners)
    this.#holders = new Map(holders)
    this.#tables = new Map(tables)
  }

  isKnownToken(object: Address): boolean {
    return this.#owners.has(object)
  }

  ownerOf(token: Address): Address | null {
    return (this.#owners.get(token) ?? null) as Address | null
  }

  holderOf(token: Address, table: string): Address | null {
    return (this.#holders.get(tableItemKey(token, table)) ?? null) as Address | null
  }

  tableOf(collection: Address): string | null {
    return this.#tables.get(collection) ?? null
  }

  /** Takes in what a transaction did, before the next one is decoded. */
  learn(changes: TokenChanges): void {
    for (const { tokenDataId } of changes.tokenDatas) {
      if (!this.#owners.has(tokenDataId)) this.#owners.set(tokenDataId, null)
    }
    for (const { tokenDataId, ownerAddress, amount, storageId, tokenStandard } of changes.ownerships) {
      if (amount > 0n) this.#owners.set(tokenDataId, ownerAddress)
      if (tokenStandard === 'v1') this.#holders.set(tableItemKey(tokenDataId, storageId), ownerAddress)
    }
    for (const { collectionId, tableHandleV1 } of changes.collections) {
      if (tableHandleV1 !== null) this.#tables.set(collectionId, tableHandleV1)
    }
  }
}
