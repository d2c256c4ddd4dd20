import type { SetToken } from '@opal/contract/token-sets'
import { parseAddress } from '@opal/domain/address'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSetInSteps, type SetHash } from '@opal/domain/tokens/token-set'

/** A set as a bid names it, and the list that has to be announced with it. */
export interface BuiltSet {
  readonly root: SetHash
  /** Tokens as `announce-token-set` takes them. */
  readonly tokens: readonly string[]
}

/** Longest time that the page does nothing else, milliseconds: half a frame. */
const SLICE_MS = 8

/**
 * Builds the merkle tree over tokens in the page, so that what is signed depends on the list alone. Leaves the page responsive: hashes in
 * slices. Returns null without a token.
 * @throws the signal's reason when it is aborted.
 */
export async function buildSet(
  tokens: readonly SetToken[],
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): Promise<BuiltSet | null> {
  if (tokens.length === 0) return null
  const building = buildTokenSetInSteps(tokens.map(toRef))
  for (let until = now() + SLICE_MS; ; ) {
    const { done, value } = building.next()
    if (done === true) return { root: value.root, tokens: tokens.map(keyOf) }
    if (now() < until) continue
    await nextTask()
    signal.throwIfAborted()
    until = now() + SLICE_MS
  }
}

/** Lets input, rendering and timers go first. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function toRef({ tokenDataId, names }: SetToken): TokenRef {
  const id = parseAddress(tokenDataId)
  if (names === null) return { standard: 'v2', tokenDataId: id }
  const { creatorAddress, collection: collectionName, token: tokenName, propertyVersion } = names
  return {
    standard: 'v1',
    tokenDataId: id,
    creatorAddress: parseAddress(creatorAddress),
    collectionName,
    tokenName,
    propertyVersion: BigInt(propertyVersion),
  }
}

/** @source `setKeyOf` of packages/store/src/accounts/token-sets.ts */
function keyOf({ tokenDataId, names }: SetToken): string {
  return names === null || names.propertyVersion === '0' ? tokenDataId : `${tokenDataId}/${names.propertyVersion}`
}
