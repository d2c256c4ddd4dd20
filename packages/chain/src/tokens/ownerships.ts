import type { Address } from '@opal/domain/address'
import { type OwnershipChange, UNKNOWN_OWNER } from '@opal/domain/tokens/token-change'
import { addressField, booleanField } from './fields.ts'
import type { TokenEvent } from './token-events.ts'
import type { TokenLookup } from './token-lookup.ts'
import { OBJECT_CORE, TOKEN, UNTRANSFERABLE } from './token-types.ts'
import { isWithoutObject, type WrittenObjects } from './written-objects.ts'

/**
 * Returns owners of the touched tokens at the end of the transaction, and former owners (amount 0).
 * @param events those about tokens.
 * @throws DecodeError
 */
export function ownershipChanges(
  objects: WrittenObjects,
  events: readonly TokenEvent[],
  lookup: TokenLookup,
): readonly OwnershipChange[] {
  const burnt = new Set(events.flatMap((event) => (event.kind === 'burn' ? [event.token] : [])))
  const moved = transfersByToken(events)
  const minted = new Set(events.flatMap((event) => (event.kind === 'mint' ? [event.token] : [])))
  const ownerBefore = (token: Address) =>
    lookup.ownerOf(token) ?? (minted.has(token) ? null : (moved.get(token)?.[0]?.from ?? null))
  const touched = new Set<Address>(moved.keys())
  for (const [address] of objects.all(TOKEN)) touched.add(address)
  const alive = [...touched].filter((token) => !burnt.has(token))
  return [
    ...alive.flatMap((token) => {
      const transfers = moved.get(token) ?? []
      return isWithoutObject(objects, token)
        ? leftByAll(token, transfers, lookup.ownerOf(token))
        : changesOfToken(objects, token, transfers)
    }),
    ...events.flatMap((event) => (event.kind === 'burn' ? burnOf(objects, event, ownerBefore(event.token)) : [])),
  ]
}

type Transfer = Extract<TokenEvent, { kind: 'transfer' }>
type Burn = Extract<TokenEvent, { kind: 'burn' }>

function transfersByToken(events: readonly TokenEvent[]): ReadonlyMap<Address, readonly Transfer[]> {
  const moved = new Map<Address, Transfer[]>()
  for (const event of events) {
    if (event.kind !== 'transfer') continue
    const known = moved.get(event.token)
    if (known === undefined) moved.set(event.token, [event])
    else known.push(event)
  }
  return moved
}

function changesOfToken(
  objects: WrittenObjects,
  token: Address,
  transfers: readonly Transfer[],
): readonly OwnershipChange[] {
  const core = objects.get(token, OBJECT_CORE)
  const owner = core === null ? transfers.at(-1)?.to : addressField(core, OBJECT_CORE, 'owner')
  if (owner === undefined) return []
  const gate = transferability(objects, token)
  const previous = new Set(transfers.map(({ from }) => from))
  previous.delete(owner)
  return [{ ...row(token, owner, 1n), ...gate }, ...[...previous].map((from) => ({ ...row(token, from, 0n), ...gate }))]
}

/** Returns the ownerships that end with a deleted token: of all who had it before the transaction or within it. */
function leftByAll(
  token: Address,
  transfers: readonly Transfer[],
  ownerBefore: Address | null,
): readonly OwnershipChange[] {
  const owners = new Set(transfers.flatMap(({ from, to }) => [from, to]))
  if (ownerBefore !== null) owners.add(ownerBefore)
  return [...owners].map((owner) => row(token, owner, 0n))
}

/** `is_soulbound_v2` means untransferable, or movable by an admin only: both, as Aptos' indexer has it. */
function transferability(objects: WrittenObjects, token: Address) {
  const core = objects.get(token, OBJECT_CORE)
  if (core === null) return { isSoulboundV2: null, nonTransferrableByOwner: null }
  const gated = !booleanField(core, OBJECT_CORE, 'allow_ungated_transfer')
  const untransferable = objects.get(token, UNTRANSFERABLE) !== null
  return { isSoulboundV2: gated || untransferable, nonTransferrableByOwner: gated }
}

/**
 * Returns the changes by which a burnt token leaves its last owner, as named by the event, the surviving object or the stored owner, and the
 * owner from before the transaction, where it was sent to another who burnt it. No row can know an owner of a token that was minted and burnt in
 * one transaction.
 */
function burnOf(
  objects: WrittenObjects,
  { token, previousOwner }: Burn,
  ownerBefore: Address | null,
): readonly OwnershipChange[] {
  const core = objects.get(token, OBJECT_CORE)
  const last = previousOwner ?? (core === null ? ownerBefore : addressField(core, OBJECT_CORE, 'owner'))
  const gone = { ...row(token, last ?? UNKNOWN_OWNER, 0n), ...(core === null ? {} : burntGate(objects, token)) }
  return ownerBefore === null || ownerBefore === last ? [gone] : [gone, row(token, ownerBefore, 0n)]
}

/** As official rows have a token whose object outlives it. */
function burntGate(objects: WrittenObjects, token: Address) {
  const { nonTransferrableByOwner } = transferability(objects, token)
  return { isSoulboundV2: true, isFungibleV2: false, nonTransferrableByOwner }
}

function row(token: Address, owner: OwnershipChange['ownerAddress'], amount: bigint): OwnershipChange {
  return {
    tokenDataId: token,
    propertyVersionV1: 0n,
    ownerAddress: owner,
    storageId: token,
    amount,
    tokenStandard: 'v2',
    tableTypeV1: null,
    tokenPropertiesMutatedV1: null,
    isSoulboundV2: null,
    isFungibleV2: null,
    nonTransferrableByOwner: null,
  }
}
