import { buildPoolBid, buildPoolDeposit, buildPoolWithdrawal, getBidPool } from '@opal/contract/trading/pools'
import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { toSeconds } from '@opal/domain/time'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { buildPayload, isOffered } from '@opal/marketplaces/payload/build-payload'
import { readSetCollection } from '@opal/store/accounts/token-sets'
import { readBidPool, readPoolBalance } from '@opal/store/queries/orders/bid-pools'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { answerTrade } from '../../trading/answer-trade.ts'
import { collectionNamesOf, toCollectionRef } from '../../trading/intents.ts'
import { loadCollectionBid } from '../../trading/load-bid.ts'
import { planBid } from '../../trading/plan/plan-bidding.ts'
import { BLANK_ITEM, notOffered, type PossibleItem, REASONS } from '../../trading/plan/trade-plan.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'
import { toText } from '../../wire-values.ts'

export const getBidPoolRoute = defineRoute(getBidPool, async (context, { params: { wallet } }) => {
  const native = nativeOf(context)
  const pool =
    native === null ? null : await readBidPool(context.store, native.adapter.id, wallet, toSeconds(context.nowMicros()))
  return {
    balance: toText(pool?.balanceOctas ?? 0n),
    bids: Number(pool?.offers ?? 0n),
    exposure: toText(pool?.exposureOctas ?? 0n),
  }
})

export const buildPoolBidRoute = defineTradeRoute(buildPoolBid, async (context, { body }) => {
  // A set may be of rare tokens, which cost more than the floor.
  const bid = { collectionId: body.collectionId, isBounded: body.setRoot === undefined }
  const [{ row, floorOctas }, collectionOfSet] = await Promise.all([
    loadCollectionBid(context, bid),
    body.setRoot === undefined ? null : readSetCollection(context.store, body.setRoot),
  ])
  const isSetUnknown = body.setRoot !== undefined && collectionOfSet !== row.collectionId
  const depositOctas = BigInt(body.deposit)
  const terms = {
    kind: 'place-pool-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const request = { ...terms, marketplace: undefined, floorOctas }
  const planned = planBid(request, context.marketplaces, context.nowMicros())
  const amount = BigInt(body.size)
  const item = {
    ...BLANK_ITEM,
    ...planned,
    collectionId: row.collectionId,
    priceOctas: terms.priceOctas,
    quantity: amount,
    names: collectionNamesOf(row),
    reason: planned.reason ?? (isSetUnknown ? REASONS.setUnknown : null),
  }
  return answerTrade(context, {
    wallet: body.walletAddress,
    items: [item],
    moves: { intoPoolOctas: depositOctas },
    build: ([possible]) =>
      buildPayload((possible as PossibleItem).deployed, {
        ...terms,
        amount,
        depositOctas,
        setRoot: body.setRoot ?? null,
        collection: toCollectionRef(row),
      }),
  })
})

export const buildPoolDepositRoute = defineTradeRoute(buildPoolDeposit, (context, { body }) =>
  answerMove(context, body.walletAddress, { kind: 'deposit-into-pool', octas: BigInt(body.octas) }),
)

export const buildPoolWithdrawalRoute = defineTradeRoute(buildPoolWithdrawal, (context, { body }) =>
  answerMove(context, body.walletAddress, { kind: 'withdraw-from-pool', octas: BigInt(body.octas) }),
)

interface PoolMove {
  readonly kind: 'deposit-into-pool' | 'withdraw-from-pool'
  readonly octas: bigint
}

async function answerMove(context: ApiContext, wallet: Address, move: PoolMove) {
  const deployed = nativeOf(context)
  const { kind, octas } = move
  const item = { ...BLANK_ITEM, deployed, priceOctas: octas, reason: await refusal(context, wallet, deployed, move) }
  return answerTrade(context, {
    wallet,
    items: [item],
    moves: { intoPoolOctas: kind === 'deposit-into-pool' ? octas : -octas },
    build: ([possible]) => buildPayload((possible as PossibleItem).deployed, move),
  })
}

async function refusal(
  { store, tradeGate }: ApiContext,
  wallet: Address,
  deployed: DeployedMarketplace | null,
  { kind, octas }: PoolMove,
): Promise<TradeReason | null> {
  if (deployed === null || !isOffered(deployed, kind))
    return notOffered(deployed?.adapter.displayName ?? 'The marketplace')
  if (octas === 0n) return REASONS.nothingToMove
  if (kind === 'deposit-into-pool') return null
  const balanceOctas = await tradeGate(() => readPoolBalance(store, deployed.adapter.id, wallet))
  return balanceOctas < octas ? REASONS.poolTooSmall : null
}

function nativeOf({ marketplaces }: Pick<ApiContext, 'marketplaces'>): DeployedMarketplace | null {
  return marketplaces.find(({ adapter }) => adapter.isNative) ?? null
}
