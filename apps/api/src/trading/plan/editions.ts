import type { TradeReason } from '@opal/contract/trading/trade'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import { type HeldEdition, type NamedHolding, readHeldEditions } from '@opal/store/queries/portfolio/held-editions'
import type { Reader } from '@opal/store/queries/read-rows'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import { toTokenRef } from '../intents.ts'
import { REASONS } from './trade-plan.ts'

/**
 * A wallet's amounts by token and property version, its listings' escrow included: of many editions the first, and those that
 * were named. Tokens of the newer standard have version 0.
 */
export type HeldEditions = ReadonlyMap<string, ReadonlyMap<bigint, bigint>>

/** A token of a trade, as the request names it. */
export interface AskedToken {
  readonly tokenDataId: string
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | bigint | undefined
}

/** Loads the editions of some tokens that a wallet holds. */
export async function loadHeldEditions(
  reader: Reader,
  holder: string,
  tokens: readonly AskedToken[],
): Promise<HeldEditions> {
  return toHeldEditions(await readHeldEditions(reader, toHoldings(holder, tokens)))
}

/** Returns those of some holdings whose tokens are of the older standard: of others a wallet has one edition. */
export function ofOlderTokens<Holding extends { readonly tokenDataId: string }>(
  holdings: readonly Holding[],
  tokens: readonly TokenHead[],
): readonly Holding[] {
  const older = new Set(tokens.flatMap((token) => (token.tokenStandard === 'v1' ? token.tokenDataId : [])))
  return holdings.filter(({ tokenDataId }) => older.has(tokenDataId))
}

/** Returns some tokens as what a wallet may hold of them. */
export function toHoldings(holder: string, tokens: readonly AskedToken[]): readonly NamedHolding[] {
  return tokens.map(({ tokenDataId, propertyVersion }) => {
    return { holder, tokenDataId, propertyVersion: propertyVersion === undefined ? undefined : BigInt(propertyVersion) }
  })
}

/** Groups what one wallet holds by token. */
export function toHeldEditions(rows: readonly HeldEdition[]): HeldEditions {
  const byToken = Map.groupBy(rows, ({ tokenDataId }) => tokenDataId)
  return new Map(
    [...byToken].map(([id, editions]) => [
      id,
      new Map(editions.map(({ propertyVersion, amount }) => [propertyVersion, amount])),
    ]),
  )
}

/** A token in the edition that is traded, and why it cannot be. */
export interface ChosenEdition<Token extends TokenHead> {
  readonly token: Token | null
  readonly reason: TradeReason | null
}

/**
 * Chooses the edition of a token that its holder trades: the named one, else the only one held. Pure.
 * @param named property version that the holder names.
 */
export function chooseEdition<Token extends TokenHead>(
  token: Token | null | undefined,
  held: HeldEditions,
  named: string | undefined,
): ChosenEdition<Token> {
  if (token == null || toTokenRef(token) === null) return { token: token ?? null, reason: REASONS.unknownToken }
  const editions = [...(held.get(token.tokenDataId)?.keys() ?? [])]
  const own = named === undefined ? editions : editions.filter((version) => version === BigInt(named))
  const [propertyVersion] = own
  if (token.isDeleted || propertyVersion === undefined) return { token, reason: REASONS.notYourToken }
  if (own.length > 1) return { token, reason: REASONS.editionNotNamed }
  return { token: inEdition(token, propertyVersion), reason: null }
}

/** Returns a token in one of its editions; null leaves it in the edition it has. */
export function inEdition<Token extends TokenHead | null>(token: Token, propertyVersion: bigint | null): Token {
  return token === null || propertyVersion === null ? token : { ...token, propertyVersion }
}

/**
 * Returns whether a wallet has listed all that it holds of a token's edition: of one of the older standard it may hold several, which are listed,
 * sold and given away one by one.
 * @param own its open listings of the token, which may be of several editions.
 */
export function isAllListed(
  { tokenDataId, propertyVersion }: TokenHead,
  own: readonly Pick<ListingRow, 'propertyVersion'>[],
  held: HeldEditions,
): boolean {
  const listed = own.filter((listing) => listing.propertyVersion === propertyVersion)
  return listed.length > 0 && BigInt(listed.length) >= (held.get(tokenDataId)?.get(propertyVersion) ?? 0n)
}
