import type { TokenLookup } from '@opal/chain/tokens/token-lookup'
import type { Address } from '@opal/domain/address'
import type { TokenChanges } from '@opal/domain/token-change'

/** What is remembered about one token. */
export interface RememberedToken {
  readonly tokenDataId: string
  readonly owner: string | null
}

/** Answers what a transaction leaves out about its tokens: loaded for a batch, kept up through it. */
export class TokenMemory implements TokenLookup {
  readonly #owners = new Map<string, string | null>()

  constructor(remembered: readonly RememberedToken[]) {
    for (const { tokenDataId, owner } of remembered) this.#owners.set(tokenDataId, owner)
  }

  isKnownToken(object: Address): boolean {
    return this.#owners.has(object)
  }

  ownerOf(token: Address): Address | null {
    return (this.#owners.get(token) ?? null) as Address | null
  }

  /** Takes in what a transaction did, before the next one is decoded. */
  learn(changes: TokenChanges): void {
    for (const { tokenDataId } of changes.tokenDatas) {
      if (!this.#owners.has(tokenDataId)) this.#owners.set(tokenDataId, null)
    }
    for (const { tokenDataId, ownerAddress, amount } of changes.ownerships) {
      if (amount > 0n) this.#owners.set(tokenDataId, ownerAddress)
    }
  }
}
