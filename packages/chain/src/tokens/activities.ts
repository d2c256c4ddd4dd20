import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { TokenActivity } from '@opal/domain/tokens/token-change'
import { addressField } from './fields.ts'
import type { TokenEvent } from './token-events.ts'
import { OBJECT_CORE } from './token-types.ts'
import type { WrittenObjects } from './written-objects.ts'

/** Returns one row for each event about a token, as Aptos' own indexer fills them. @throws DecodeError */
export function tokenActivities(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  events: readonly TokenEvent[],
): readonly TokenActivity[] {
  return events.map((tokenEvent) => ({
    eventIndex: tokenEvent.event.index,
    eventAccountAddress: tokenEvent.event.accountAddress,
    tokenDataId: tokenEvent.token,
    propertyVersionV1: 0n,
    type: rowType(tokenEvent, objects),
    entryFunctionIdStr: transaction.entryFunction,
    tokenStandard: 'v2',
    isFungibleV2: null,
    ...partiesOf(transaction, objects, tokenEvent),
  }))
}

/** Official rows name both forms of a mint alike, and of a burn that leaves the token's object; the other events keep their own names. */
function rowType({ kind, event, token }: TokenEvent, objects: WrittenObjects): string {
  if (kind === 'mint') return '0x4::collection::MintEvent'
  return kind === 'burn' && objects.get(token, OBJECT_CORE) !== null ? '0x4::collection::BurnEvent' : event.type
}

type Parties = Pick<TokenActivity, 'fromAddress' | 'toAddress' | 'tokenAmount' | 'beforeValue' | 'afterValue'>

function partiesOf(transaction: ChainTransaction, objects: WrittenObjects, event: TokenEvent): Parties {
  const none = { toAddress: null, beforeValue: null, afterValue: null }
  switch (event.kind) {
    case 'transfer':
      return { ...none, fromAddress: event.from, toAddress: event.to, tokenAmount: 1n }
    case 'mutation':
      return {
        ...none,
        fromAddress: transaction.sender,
        tokenAmount: 0n,
        beforeValue: event.before,
        afterValue: event.after,
      }
    case 'burn':
      return { ...none, fromAddress: event.previousOwner ?? ownerOf(objects, event.token), tokenAmount: 1n }
    case 'mint':
      return { ...none, fromAddress: ownerOf(objects, event.token), tokenAmount: 1n }
  }
}

/** Returns the owner at the end of the transaction; null for an object that did not live to see it. */
function ownerOf(objects: WrittenObjects, token: Address): Address | null {
  const core = objects.get(token, OBJECT_CORE)
  return core === null ? null : addressField(core, OBJECT_CORE, 'owner')
}
