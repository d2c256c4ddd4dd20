import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { TokenActivity } from '@opal/domain/tokens/token-change'
import type { TokenEventV1 } from './token-events-v1.ts'

/** One row for each event about a v1 token, as Aptos' own indexer fills them. */
export function tokenActivitiesV1(
  transaction: ChainTransaction,
  events: readonly TokenEventV1[],
): readonly TokenActivity[] {
  return events.map(({ kind, event, id, account, to, amount }) => ({
    eventIndex: event.index,
    eventAccountAddress: event.accountAddress,
    tokenDataId: id.tokenDataId,
    propertyVersionV1: id.propertyVersion,
    type: event.type,
    fromAddress: kind === 'deposit' ? null : account,
    toAddress: kind === 'deposit' ? account : to,
    tokenAmount: amount,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: transaction.entryFunction,
    tokenStandard: 'v1',
    isFungibleV2: null,
  }))
}
