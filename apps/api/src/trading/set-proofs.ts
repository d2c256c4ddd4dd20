import { parseAddress } from '@opal/domain/address'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { leafOf, proofOf, type SetHash } from '@opal/domain/tokens/token-set'
import { parseSetKey, readSetTokens, readTokenSet, type TokenSetRow } from '@opal/store/accounts/token-sets'
import type { Store } from '@opal/store/driver/connection'
import type { ApiContext } from '../context.ts'
import { buildSet } from './gates/set-gate.ts'
import { toTokenRef } from './intents.ts'
import type { PlannedItem } from './plan/trade-plan.ts'

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
  /** Proofs of the leaves that are sold, by set and leaf: the trees of thirty sets would take fifty megabytes. */
  readonly #proofs = new Map<SetHash, Map<SetHash, readonly SetHash[]>>()

  constructor(context: Pick<ApiContext, 'store' | 'setGate'>) {
    this.#context = context
  }

  /** Builds the tree of each set that the items' offers name, one after the other. */
  async load(items: readonly PlannedItem[]): Promise<void> {
    for (const [root, leaves] of wantedLeaves(items)) {
      const known = this.#proofs.get(root)
      const missing = leaves.filter((leaf) => !known?.has(leaf))
      if (missing.length === 0) continue
      const proofs = await this.#context.setGate(() => this.#prove(root, missing))
      this.#proofs.set(root, new Map([...(known ?? []), ...proofs]))
    }
  }

  async #prove(root: SetHash, leaves: readonly SetHash[]): Promise<ReadonlyMap<SetHash, readonly SetHash[]>> {
    const { store } = this.#context
    const row = await readTokenSet(store, root)
    const refs = row === null ? null : await loadSetTokens(store, row)
    const set = refs === null ? null : await buildSet(refs)
    return new Map(leaves.map((leaf) => [leaf, (set === null ? null : proofOf(set, leaf)) ?? []]))
  }

  /** Returns the proof for an item's token; empty where its offer is for any token, or the set is not loaded. */
  of({ offer, token }: Pick<PlannedItem, 'offer' | 'token'>): readonly SetHash[] {
    const ref = token === null ? null : toTokenRef(token)
    return ref === null ? [] : (this.#proofs.get(offer?.setRoot ?? '')?.get(leafOf(ref)) ?? [])
  }
}

/** Returns the leaves of the tokens that are sold into offers on sets, by the root of the set. */
function wantedLeaves(items: readonly PlannedItem[]): ReadonlyMap<SetHash, readonly SetHash[]> {
  const wanted = new Map<SetHash, SetHash[]>()
  for (const { offer, token, reason } of items) {
    const root = offer?.setRoot ?? null
    const ref = token === null || root === null || reason !== null ? null : toTokenRef(token)
    if (root !== null && ref !== null) wanted.set(root, [...(wanted.get(root) ?? []), leafOf(ref)])
  }
  return wanted
}
