import {
  buildDelist,
  buildList,
  buildListAndUpdate,
  buildRelist,
  buildUpdatePrice,
  toListingTerms,
} from '@opal/contract/trading/selling'
import { NO_TERMS } from '@opal/domain/prices/listing-terms'
import { toSeconds } from '@opal/domain/time'
import { answerBatch } from '../../trading/answer-trade.ts'
import {
  delistingIntent,
  listingIntent,
  listingOrRepricingIntent,
  relistingIntent,
  repricingIntent,
} from '../../trading/intents.ts'
import { loadHolderTrade, loadRoyalties, loadTrade } from '../../trading/load-trade.ts'
import { withOwnBidWarning } from '../../trading/own-bids.ts'
import {
  planDelist,
  planList,
  planListAndUpdate,
  planRelist,
  planUpdatePrice,
} from '../../trading/plan/plan-selling.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'

export const buildListRoute = defineTradeRoute(buildList, async (context, { body }) => {
  const facts = await loadHolderTrade(context, body.items, body.walletAddress)
  const terms = body.terms && toListingTerms(body.terms)
  const asked = { items: body.items, terms, nowSeconds: toSeconds(context.nowMicros()) }
  const items = planList(body.walletAddress, asked, facts, context.marketplaces)
  const intentOf = listingIntent(terms, await loadRoyalties(context, facts.tokens.values()))
  const answering = answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf })
  return withOwnBidWarning(context, { seller: body.walletAddress, items, terms }, answering)
})

export const buildDelistRoute = defineTradeRoute(buildDelist, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const items = planDelist(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf: delistingIntent })
})

export const buildUpdatePriceRoute = defineTradeRoute(buildUpdatePrice, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const terms = body.terms && toListingTerms(body.terms)
  const asked = { items: body.items, terms, nowSeconds: toSeconds(context.nowMicros()) }
  const items = planUpdatePrice(body.walletAddress, asked, facts, context.marketplaces)
  const intentOf = repricingIntent(terms)
  const answering = answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf })
  return withOwnBidWarning(context, { seller: body.walletAddress, items, terms }, answering)
})

export const buildListAndUpdateRoute = defineTradeRoute(buildListAndUpdate, async (context, { body }) => {
  const facts = await loadHolderTrade(context, body.items, body.walletAddress)
  const items = planListAndUpdate(body.walletAddress, body.items, facts, context.marketplaces)
  const request = { wallet: body.walletAddress, items, moves: 'only-gas' } as const
  const intentOf = listingOrRepricingIntent(await loadRoyalties(context, facts.tokens.values()))
  const asked = { seller: body.walletAddress, items, terms: undefined }
  return withOwnBidWarning(context, asked, answerBatch(context, { ...request, intentOf }))
})

export const buildRelistRoute = defineTradeRoute(buildRelist, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const items = planRelist(body.walletAddress, body.items, facts, context.marketplaces)
  const intentOf = relistingIntent(await loadRoyalties(context, facts.tokens.values()))
  const answering = answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf })
  return withOwnBidWarning(context, { seller: body.walletAddress, items, terms: NO_TERMS }, answering)
})
