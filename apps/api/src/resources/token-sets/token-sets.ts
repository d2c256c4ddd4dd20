import { createHash } from 'node:crypto'
import { MAX_SET_TOKENS } from '@opal/contract/constants/token-set-limits'
import {
  announceTokenSet,
  findFittingTokens,
  getTokenSet,
  getTokenSetFit,
  type SetToken,
} from '@opal/contract/token-sets'
import type { TokenCondition } from '@opal/contract/tokens/token-filter'
import type { Client } from '@opal/domain/limits/client'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { addSetCondition } from '@opal/store/accounts/set-conditions'
import {
  type Announcer,
  addTokenSet,
  parseSetKey,
  readTokenSet,
  type StoredTokenSet,
} from '@opal/store/accounts/token-sets'
import type { ApiContext } from '../../context.ts'
import {
  CollectionNotFoundError,
  NoSpaceForSetError,
  TokenSetNotFoundError,
  TokenSetRefusedError,
} from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { buildSet } from '../../trading/gates/set-gate.ts'
import { loadSetTokens } from '../../trading/set-proofs.ts'
import { traitColumnsOf } from '../../trait-filter/find-by-traits.ts'
import { toText } from '../../wire-values.ts'
import { findFitting, parseCondition, shownKeysOf } from './set-conditions.ts'

/*
 * Turns of sets are one at a time, and the columns of a collection with much text take seconds: each route awaits them before its turn,
 * where they are in the cache then.
 */

export const findFittingTokensRoute = defineRoute(findFittingTokens, async (context, { query }) => {
  const { collectionId, ...condition } = query
  const { name } = await context.facts.get(collectionId)
  if (name === null) throw new CollectionNotFoundError(collectionId)
  await traitColumnsOf(context, collectionId)
  const refs = await context.setGate(async () => {
    const tokens = await loadFittingKeys(context, collectionId, condition)
    return loadSetTokens(context.store, { collectionId, tokens })
  })
  if (refs === null)
    throw new TokenSetRefusedError('The tokens of this collection are still being indexed. Try again shortly.')
  return { collectionId, tokens: refs.map(presentSetToken) }
})

export const announceTokenSetRoute = defineRoute(announceTokenSet, async (context, { body }) => {
  const { root, collectionId, tokens, condition } = body
  const { store, client, setGate } = context
  if (new Set(tokens).size < tokens.length) throw new TokenSetRefusedError('A token is in the set twice.')
  if (condition !== undefined) await traitColumnsOf(context, collectionId)
  // In one slot of the gate: sets are inserted one after the other anyway, and waiting inserts would hold connections that other calls need.
  const isStored = await setGate(async () => {
    if (condition !== undefined) await requireBuiltFrom(context, body, condition)
    const refs = await loadSetTokens(store, { collectionId, tokens })
    if (refs === null)
      throw new TokenSetRefusedError('Some tokens of the set are not of this collection, or not indexed yet.')
    const set = await buildSet(refs)
    if (set.root !== root) throw new TokenSetRefusedError('The tokens don’t make up this root.')
    return addTokenSet(store, { root, collectionId, tokens }, announcerOf(client))
  }, tokens.length)
  if (!isStored) throw new NoSpaceForSetError()
  if (condition !== undefined) await addSetCondition(store, root, condition)
  return { root, size: tokens.length }
})

/** Returns hashes of the client's address and its site: they tell shares apart, and the addresses themselves are not stored. */
function announcerOf([client, site = client]: Client): Announcer {
  const hash = ({ key }: Client[number]) => createHash('sha256').update(key).digest('base64url')
  return { client: hash(client), site: hash(site) }
}

export const getTokenSetRoute = defineRoute(getTokenSet, async (context, { params: { root } }) => {
  const { store, setGate } = context
  const { collectionId, refs, condition } = await setGate(async () => {
    const found = await requireTokenSet(store, root)
    return { ...found, refs: await loadSetTokens(store, found) }
  })
  if (refs === null) throw new TokenSetNotFoundError(root)
  return { root, collectionId, tokens: refs.map(presentSetToken), condition: parseCondition(condition) }
})

export const getTokenSetFitRoute = defineRoute(getTokenSetFit, async (context, { params: { root } }) => {
  const { store, setGate, traits } = context
  // Returns no list of tokens: it may be a megabyte, and would stay in memory after the turn.
  const { collectionId, size, condition } = await setGate(async () => {
    const { tokens, ...found } = await requireTokenSet(store, root)
    return { ...found, size: tokens.length, condition: parseCondition(found.condition) }
  })
  const answer = { root, collectionId, size, condition, misfits: null }
  if (condition === null || (await traits.columnsOf(collectionId)) === null) return answer
  const misfits = await setGate(async () => countMisfits(context, await requireTokenSet(store, root), condition))
  return { ...answer, misfits }
})

/** Reads an announced set, which may be a megabyte. @throws TokenSetNotFoundError */
async function requireTokenSet(store: ApiContext['store'], root: string): Promise<StoredTokenSet> {
  const found = await readTokenSet(store, root)
  if (found === null) throw new TokenSetNotFoundError(root)
  return found
}

async function countMisfits(
  context: ApiContext,
  { collectionId, tokens }: { readonly collectionId: string; readonly tokens: readonly string[] },
  condition: TokenCondition,
): Promise<number> {
  const fitting = new Set(await findFitting(context, collectionId, condition))
  return tokens.filter((key) => !fitting.has(parseSetKey(key).tokenDataId)).length
}

/** @throws TokenSetRefusedError where more fit than a set may have. */
async function loadFittingKeys(
  context: ApiContext,
  collectionId: string,
  condition: TokenCondition,
): Promise<readonly string[]> {
  const ids = await findFitting(context, collectionId, condition)
  if (ids.length > MAX_SET_TOKENS)
    throw new TokenSetRefusedError(
      `${ids.length} items match, and a bid can cover ${MAX_SET_TOKENS} at most. Narrow the filters.`,
    )
  return shownKeysOf(context, ids)
}

/** @throws TokenSetRefusedError unless exactly these tokens fit the condition. */
async function requireBuiltFrom(
  context: ApiContext,
  { collectionId, tokens }: { readonly collectionId: string; readonly tokens: readonly string[] },
  condition: TokenCondition,
): Promise<void> {
  const fitting = new Set(await loadFittingKeys(context, collectionId, condition))
  if (fitting.size !== tokens.length || !tokens.every((key) => fitting.has(key)))
    throw new TokenSetRefusedError('The tokens of the set don’t match its condition now.')
}

function presentSetToken(ref: TokenRef): SetToken {
  if (ref.standard === 'v2') return { tokenDataId: ref.tokenDataId, names: null }
  const { tokenDataId, creatorAddress, collectionName, tokenName, propertyVersion } = ref
  const names = {
    creatorAddress,
    collection: collectionName,
    token: tokenName,
    propertyVersion: toText(propertyVersion),
  }
  return { tokenDataId, names }
}
