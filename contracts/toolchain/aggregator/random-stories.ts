import type { TokenStandard } from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter } from '@opal/marketplaces/adapter'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { randomOf } from '../random-scenarios.ts'
import { playStory } from './play-story.ts'
import { type Fate, isSale, type Story, type StoryOrder } from './story.ts'
import { LOCAL_MARKETPLACES, sells } from './story-marketplaces.ts'

const PRICES = [1, 67, 1_000, 99_999_999, 2_500_000_001, 6_000_000_000] as const
const CALLS: readonly Story['call'][] = [
  'purchase_many',
  'try_purchase_many',
  'try_purchase_many',
  'delist_and_list_many',
  'instant_sell',
  'instant_sell_for_at_least',
]
const FATES: readonly Fate[] = ['open', 'open', 'open', 'open', 'sold', 'repriced']

type Random = <Item>(items: readonly Item[]) => Item

/** Random scenarios, the same ones for a seed. The simulation decides how each ends. */
export function randomStories(seed: number, count: number): readonly Story[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, at) => {
    const call = random(CALLS)
    const orders = Array.from({ length: random([1, 2, 3, 4]) }, () => randomOrder(random, call))
    const story = { name: `random_book_${at + 1}`, call, orders }
    return { ...story, expect: playStory(story) }
  })
}

function randomOrder(random: Random, call: Story['call']): StoryOrder {
  const standard = random(['v1', 'v2'] as const)
  const { adapter } = random(LOCAL_MARKETPLACES.filter((marketplace) => takesPart(marketplace, standard, call)))
  if (isSale(call)) return randomOffer(random, standard, adapter)
  const chosen = random(FATES)
  const fate = chosen === 'repriced' && !adapter.isNative ? 'open' : chosen
  const price = random(fate === 'sold' ? PRICES.slice(0, 3) : PRICES)
  if (fate !== 'repriced') return { marketplace: adapter.id, standard, price, fate, named: price }
  const newPrice = random(PRICES)
  return { marketplace: adapter.id, standard, price, fate, newPrice, named: random([price, newPrice]) }
}

/** Of what the buyer can pay; four of them are not more than everyone starts with. */
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
  return call !== 'delist_and_list_many' || aggregatorSupport.delists.includes(standard)
}
