import { buildClaim, buildTakeBack, buildTransfer, buildTransferMany } from '@opal/contract/trading/moving'
import type { TokenNames } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import { type Claim, claimPayload, takeBackPayload } from '@opal/domain/tokens/transfer-payloads'
import { readPendingClaims } from '@opal/store/queries/portfolio/pending-claims'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { defineRoute } from '../../http/routes/route.ts'
import { answerCall } from '../../trading/answer-trade.ts'
import { answerTransfer } from '../../trading/plan/plan-transfer.ts'
import { REASONS } from '../../trading/plan/trade-plan.ts'
import { toText } from '../../wire-values.ts'

export const buildTransferRoute = defineRoute(buildTransfer, (context, { body }) =>
  answerTransfer(context, body.walletAddress, [body]),
)

export const buildTransferManyRoute = defineRoute(buildTransferMany, (context, { body }) => {
  const items = body.items.map(({ toAddress = body.toAddress, ...item }) => ({ ...item, toAddress }))
  return answerTransfer(context, body.walletAddress, items)
})

export const buildClaimRoute = defineRoute(buildClaim, async (context, { body }) => {
  const { walletAddress: wallet, tokenDataId, fromAddress, propertyVersion } = body
  const { store, nowMicros } = context
  const [[claim], [token]] = await context.tradeGate(() =>
    Promise.all([
      readPendingClaims(store, wallet, { take: 1, tokenDataId, otherAddress: fromAddress, propertyVersion }),
      readTokens(store, [tokenDataId], nowMicros()),
    ]),
  )
  return answerCall(context, {
    wallet,
    tokenDataId,
    token: token ?? null,
    payload: claim === undefined ? null : claimPayload(claim),
    names: claim === undefined ? null : namesOf(claim),
    reason: claim === undefined ? REASONS.nothingToClaim : null,
  })
})

export const buildTakeBackRoute = defineRoute(buildTakeBack, async (context, { body }) => {
  const { walletAddress: wallet, tokenDataId, toAddress, propertyVersion } = body
  const { store, nowMicros } = context
  const named = { take: 1, tokenDataId, otherAddress: toAddress, propertyVersion }
  const [[sent], [token]] = await context.tradeGate(() =>
    Promise.all([
      readPendingClaims(store, wallet, { side: 'sent', ...named }),
      readTokens(store, [tokenDataId], nowMicros()),
    ]),
  )
  return answerCall(context, {
    wallet,
    tokenDataId,
    token: token ?? null,
    payload: sent === undefined ? null : takeBackPayload(sent),
    names: sent === undefined ? null : namesOf(sent),
    reason: sent === undefined ? REASONS.nothingToTakeBack : null,
  })
})

function namesOf({ creatorAddress, collectionName, name, propertyVersion }: Omit<Claim, 'fromAddress'>): TokenNames {
  return {
    creatorAddress: parseAddress(creatorAddress),
    collection: collectionName,
    token: name,
    propertyVersion: toText(propertyVersion),
  }
}
