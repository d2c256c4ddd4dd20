import type { ApiClient } from '@opal/contract/client'
import { type Collection, listCollections } from '@opal/contract/collections'
import { getNetwork, type MarketplaceInfo } from '@opal/contract/network'
import { listMyTokens, type PortfolioToken } from '@opal/contract/portfolio'
import type { Address } from '@opal/domain/address'
import type { TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import type { Dice } from './dice.ts'

/** Terms that a listing may have. */
export const TERM_NAMES = ['falling', 'expiring', 'reserved', 'least'] as const
export type TermName = (typeof TERM_NAMES)[number]

/** Conditions that an order may have: one trait, several at a time, alternatives, a refused value, a rank. */
export const CONDITION_FORMS = ['trait', 'and', 'or', 'not', 'rank'] as const
export type ConditionForm = (typeof CONDITION_FORMS)[number]

/** A draft as a dialog would fill it in, with the standard of its tokens. */
export interface RandomDraft {
  readonly draft: TradeDraft
  readonly standard: 'v1' | 'v2' | 'mixed'
  readonly marketplaces: readonly string[]
  /** Terms of the listing that is bought. */
  readonly terms?: readonly TermName[]
  /** Form of the condition of an order. */
  readonly form?: ConditionForm
}

export interface DraftScene {
  readonly call: ApiClient
  readonly dice: Dice
  readonly wallet: Address
  readonly others: readonly Address[]
  /** Time by the chain's clock. */
  readonly nowSeconds: bigint
}

export const APT = 100_000_000n
/** Least price of a listing and of a bid, octas. */
export const LEAST_PRICE = 100_000n
/** The year 2100 in Unix seconds: an expiry that no test reaches. */
export const YEAR_2100 = '4102444800'

/** Returns when a bid expires, in Unix seconds: after hours, during which others may fill it, or long after all trades. */
export function anyExpiry({ dice, nowSeconds }: DraftScene): string {
  return dice.chance(0.5) ? YEAR_2100 : String(nowSeconds + BigInt(dice.between(3_600, 400_000)))
}

export async function anyCollection(call: ApiClient, dice: Dice): Promise<Collection> {
  const { data } = await call(listCollections, { query: { take: 30 } })
  return dice.one(data)
}

export async function heldBy(call: ApiClient, walletAddress: Address): Promise<readonly PortfolioToken[]> {
  return (await call(listMyTokens, { query: { walletAddress, limit: 100 } })).data
}

export async function marketplacesFor(call: ApiClient, ability: string): Promise<readonly MarketplaceInfo[]> {
  const { marketplaces } = await call(getNetwork, {})
  return marketplaces.filter(({ status, abilities }) => status === 'active' && abilities.includes(ability))
}

export function isFree({ ownListings, listedPrice }: PortfolioToken): boolean {
  return ownListings.length === 0 && listedPrice === null
}

/** Returns a price from the minimum to 90 APT, mostly not a round number. */
export function anyPrice(dice: Dice): string {
  return String(dice.chance(0.2) ? dice.octas(LEAST_PRICE, 2n * LEAST_PRICE) : dice.octas(APT / 10n, APT * 90n))
}

export function belowFloor(floor: string | null, dice: Dice): string {
  return String(dice.octas(LEAST_PRICE, BigInt(floor ?? APT) - 1n))
}

export function about(
  draft: TradeDraft,
  tokens: readonly { readonly tokenStandard: 'v1' | 'v2'; readonly marketplace: string | null }[],
): RandomDraft {
  return { draft, standard: standardOf(tokens), marketplaces: tokens.flatMap(({ marketplace }) => marketplace ?? []) }
}

export function standardOf(things: readonly { readonly tokenStandard: 'v1' | 'v2' | null }[]): RandomDraft['standard'] {
  const all = new Set(things.map(({ tokenStandard }) => tokenStandard))
  const [only] = all
  return all.size === 1 && only != null ? only : 'mixed'
}
