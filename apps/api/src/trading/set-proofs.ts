import { parseAddress } from '@opal/domain/address'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { leafOf, proofOf, type SetHash, type TokenSet } from '@opal/domain/tokens/token-set'
import { parseSetKey, readSetTokens, readTokenSet, type TokenSetRow } from '@opal/store/accounts/token-sets'
import type { Store } from '@opal/store/driver/connection'
import type { ApiContext } from '../context.ts'
import { toTokenRef } from './intents.ts'
import { buildSet } from './set-gate.ts'
import type { PlannedItem } from './trade-plan.ts'

/** Returns the tokens of a set in its order; null where one is not a token of the collection. */
export async function loadSetTokens(
  store: Store,
  { collectionId, tokens }: Pick<TokenSetRow, 'collectionId' | 'tokens'>,
): Promise<readonly TokenRef[] | null> {
  const keys = tokens.map(parseSetKey)
  const rows = await readSetTokens(store, collectionId, [...new Set(keys.map(({ tokenDataId }) => tokenDataId))])
  const byId = new Map(rows.map((row) => [row.tokenDataId, row]))
  const refs = keys.flatMap(({ tokenDataId, propertyVersion }): readonly TokenRef[] => {
    const row = byId.get(tokenDataId)
    if (row === undefined || (row.tokenStandard === 'v2' && propertyVersion !== 0n)) return []
    const { tokenStandard: standard, tokenName, creatorAddress, collectionName } = row
    const id = parseAddress(tokenDataId)
    if (standard === 'v2') return [{ standard, tokenDataId: id }]
    return [
      {
        standard,
        tokenDataId: id,
        creatorAddress: parseAddress(creatorAddress),
        collectionName,
        tokenName,
        propertyVersion,
      },
    ]
  })
  return refs.length === keys.length ? refs : null
}

/** Proofs that the tokens of a sale are in the sets that its offers name. */
export class SetProofs {
  readonly #context: Pick<ApiContext, 'store' | 'setGate'>
  readonly #sets = new Map<string, TokenSet | null>()

  constructor(context: Pick<ApiContext, 'store' | 'setGate'>) {
    this.#context = context
  }

  /** Builds the trees of the sets that the items' offers name, each once. */
  async load(items: readonly PlannedItem[]): Promise<void> {
    const roots = items.flatMap(({ offer, reason }) => (reason === null ? (offer?.setRoot ?? []) : []))
    for (const root of new Set(roots)) {
      if (this.#sets.has(root)) continue
      this.#sets.set(root, await this.#context.setGate(() => this.#load(root)))
    }
  }

  async #load(root: SetHash): Promise<TokenSet | null> {
    const { store } = this.#context
    const row = await readTokenSet(store, root)
    const refs = row === null ? null : await loadSetTokens(store, row)
    return refs === null ? null : buildSet(refs)
  }

  /** Returns the proof for an item's token; empty where its offer is for any token, or the set is not loaded. */
  of({ offer, token }: Pick<PlannedItem, 'offer' | 'token'>): readonly SetHash[] {
    const set = this.#sets.get(offer?.setRoot ?? '') ?? null
    const ref = token === null ? null : toTokenRef(token)
    return (set === null || ref === null ? null : proofOf(set, leafOf(ref))) ?? []
  }
}
