import { createHash } from 'node:crypto'
import { announceTokenSet, getTokenSet } from '@opal/contract/token-sets'
import type { Client } from '@opal/domain/limits/client'
import { type Announcer, addTokenSet, readTokenSet } from '@opal/store/accounts/token-sets'
import { NoSpaceForSetError, TokenSetNotFoundError, TokenSetRefusedError } from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { buildSet } from '../../trading/set-gate.ts'
import { loadSetTokens } from '../../trading/set-proofs.ts'
import { toText } from '../../wire-values.ts'

export const announceTokenSetRoute = defineRoute(announceTokenSet, async ({ store, client, setGate }, { body }) => {
  const { root, collectionId, tokens } = body
  if (new Set(tokens).size < tokens.length) throw new TokenSetRefusedError('A token is in the set twice.')
  const set = await setGate(async () => {
    const refs = await loadSetTokens(store, { collectionId, tokens })
    return refs === null ? null : buildSet(refs)
  })
  if (set === null)
    throw new TokenSetRefusedError('Some tokens of the set are not of this collection, or not indexed yet.')
  if (set.root !== root) throw new TokenSetRefusedError('The tokens don’t make up this root.')
  const isStored = await addTokenSet(store, { root, collectionId, tokens }, announcerOf(client))
  if (!isStored) throw new NoSpaceForSetError()
  return { root, size: tokens.length }
})

/** Returns hashes of the client's address and its site: they tell shares apart, and the addresses themselves are not stored. */
function announcerOf([client, site = client]: Client): Announcer {
  const hash = ({ key }: Client[number]) => createHash('sha256').update(key).digest('base64url')
  return { client: hash(client), site: hash(site) }
}

export const getTokenSetRoute = defineRoute(getTokenSet, async ({ store }, { params: { root } }) => {
  const found = await readTokenSet(store, root)
  const refs = found === null ? null : await loadSetTokens(store, found)
  if (found === null || refs === null) throw new TokenSetNotFoundError(root)
  const tokens = refs.map((ref) => {
    if (ref.standard === 'v2') return { tokenDataId: ref.tokenDataId, names: null }
    const { tokenDataId, creatorAddress, collectionName, tokenName, propertyVersion } = ref
    return {
      tokenDataId,
      names: { creatorAddress, collectionName, tokenName, propertyVersion: toText(propertyVersion) },
    }
  })
  return { root, collectionId: found.collectionId, tokens }
})
