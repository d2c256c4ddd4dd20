import type { TokenStandard } from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter } from '@opal/marketplaces/adapter'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { type Random, randomOf } from '../random.ts'
import { playStory } from './play-story.ts'
import { type Fate, isMove, isSale, type Story, type StoryOrder } from './story.ts'
import { LOCAL_MARKETPLACES, sells } from './story-marketplaces.ts'

const PRICES = [1, 67, 1_000, 99_999_999, 2_500_000_001, 6_000_000_000] as const
const CALLS: readonly Story['call'][] = [
  'purchase_many',
  'try_purchase_many',
  'try_purchase_many',
  'delist_and_list_many',
  'delist_and_list_many_for_at_least',
  'delist_and_list_many_for_at_least',
  'instant_sell',
  'instant_sell_for_at_least',
]
const FATES: readonly Fate[] = ['open', 'open', 'open', 'open', 'sold', 'repriced']

/** `coin_listing::EBRINGS_TOO_LITTLE`. */
const BRINGS_TOO_LITTLE = 196_619

/**
 * Returns random scenarios, the same ones for a seed. The simulation decides how each ends.
 * @throws Error naming a call that no scenario makes to its end.
 */
export function randomStories(seed: number, count: number): readonly Story[] {
  const random = randomOf(seed)
  const stories = Array.from({ length: count }, (_, at) => {
    const call = random(CALLS)
    const orders = Array.from({ length: random([1, 2, 3, 4]) }, () => randomOrder(random, call))
    const story = { name: `random_book_${at + 1}`, call, orders }
    return { ...story, expect: playStory(story) }
  })
  requireVariety(stories)
  return stories
}

/** Requires that each call succeeds in at least one story, and that one move is refused because it brings too little. @throws Error */
function requireVariety(stories: readonly Story[]): void {
  const done = new Set(stories.filter(({ expect }) => expect.abort === null).map(({ call }) => call))
  const missing: string[] = CALLS.filter((call) => !done.has(call))
  const isRefused = ({ call, expect: { abort } }: Story) =>
    isMove(call) && abort !== null && abort !== 'elsewhere' && abort.code === BRINGS_TOO_LITTLE
  if (!stories.some(isRefused)) missing.push('a move that brings too little')
  if (missing.length > 0) throw new Error(`No random book has ${missing.join(', ')}: choose another seed.`)
}

function randomOrder(random: Random, call: Story['call']): StoryOrder {
  const standard = random(['v1', 'v2'] as const)
  const { adapter } = random(LOCAL_MARKETPLACES.filter((marketplace) => takesPart(marketplace, standard, call)))
  if (isSale(call)) return randomOffer(random, standard, adapter)
  const chosen = random(FATES)
  const fate = chosen === 'repriced' && !adapter.isNative ? 'open' : chosen
  const price = random(fate === 'sold' ? PRICES.slice(0, 3) : PRICES)
  const order = { marketplace: adapter.id, standard, price, fate }
  if (fate !== 'repriced') return withProceeds(random, call, { ...order, named: price })
  const newPrice = random(PRICES)
  return withProceeds(random, call, { ...order, newPrice, named: random([price, newPrice]) })
}

/** Adds the least proceeds of a move that has them: nothing, what its sale brings to the octa, or one octa more. */
function withProceeds(random: Random, call: Story['call'], order: StoryOrder): StoryOrder {
  if (call !== 'delist_and_list_many_for_at_least') return order
  const net = order.named - Math.floor((order.named * 15) / 1_000)
  return { ...order, proceeds: random([0, net, net, net, net, net + 1]) }
}

/** Returns an offer that its buyer can pay; four of them are not more than everyone starts with. */
function randomOffer(random: Random, standard: TokenStandard, { id, isNative }: MarketplaceAdapter): StoryOrder {
  const price = random(PRICES.slice(0, -1))
  return {
    marketplace: id,
    standard,
    price,
    fate: isNative && random([true, false, false, false]) ? 'cancelled' : 'open',
    named: random([0, price - Math.ceil(price * 0.015), price]),
  }
}

/** Moves leave out marketplaces whose tokens cannot be taken back: they would test nothing. */
function takesPart(marketplace: DeployedMarketplace, standard: TokenStandard, call: Story['call']): boolean {
  const { aggregatorSupport } = marketplace.adapter
  if (aggregatorSupport === undefined || !sells(marketplace, standard)) return false
  if (isSale(call))
    return marketplace.adapter.isNative || standard === 'v2' || !aggregatorSupport.sellsIntoCollectionOffers
  return !isMove(call) || aggregatorSupport.delists.includes(standard)
}
