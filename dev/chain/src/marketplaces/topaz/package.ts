import type { Address } from '@opal/domain/address'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { MoveAbort, type MoveContext, type MoveResource, type TokenIdV1 } from '../../modules/move-module.ts'
import { ModuleTable, type TableTypes } from '../../modules/token-v1/token-data.ts'
import { u64At } from '../aptos-example/move-values.ts'

/** The deployment whose modules run. */
export interface Package {
  readonly contracts: MarketplaceContracts
  /** `0x…`, as types and events spell it. */
  readonly prefix: string
}

/** Categories of `std::error`. @source 0x1::error */
const CATEGORY = { invalidArgument: 1n, invalidState: 3n, permissionDenied: 5n, notFound: 6n } as const

/** Aborts of the package. Its codes are not published: names and numbers are ours. */
const REFUSALS = {
  ENO_LISTING: ['notFound', 1n, 'The token is not listed by this seller.'],
  EALREADY_LISTED: ['invalidState', 2n, 'The token is already listed by this seller.'],
  EWRONG_PRICE: ['invalidArgument', 3n, 'The listing asks another price.'],
  EONE_AT_A_TIME: ['invalidArgument', 4n, 'Tokens are traded one at a time.'],
  ENO_BID: ['notFound', 5n, 'There is no such bid.'],
  ENOT_BUYER: ['permissionDenied', 6n, 'The caller did not place the bid.'],
  EWRONG_TOKEN: ['invalidArgument', 7n, 'The bid is for other tokens.'],
  EEXPIRED: ['invalidState', 8n, 'The deadline of the bid is over.'],
  ENO_CLAIM: ['notFound', 9n, 'No such token waits for the caller.'],
  ENOT_INITIALIZED: ['notFound', 10n, 'The store was never made.'],
} as const satisfies Record<string, readonly [keyof typeof CATEGORY, bigint, string]>

/** Returns an abort of a module of the package. */
export function refusal({ prefix }: Package, module: string, reason: keyof typeof REFUSALS): MoveAbort {
  const [category, code, text] = REFUSALS[reason]
  return new MoveAbort(`${prefix}::${module}`, (CATEGORY[category] << 16n) | code, reason, text)
}

/**
 * Returns a module's resource at the package.
 * @param store `module::Struct`
 * @throws MoveAbort where genesis did not have it.
 */
function storeOf(context: MoveContext, own: Package, store: string): MoveResource {
  const found = context.getResource(own.contracts.packageAddress, `${own.prefix}::${store}`)
  if (found === null) throw refusal(own, store.split('::')[0] as string, 'ENOT_INITIALIZED')
  return found
}

/** Returns a table in one of the package's stores. */
export function tableIn(context: MoveContext, own: Package, store: string, path: string, types: TableTypes) {
  return new ModuleTable(context, storeOf(context, own, store), path, types)
}

/** Counts on in a store. @returns the next number, from 1 */
export function takeNumber(context: MoveContext, own: Package, store: string, field: string): string {
  const found = storeOf(context, own, store)
  const number = String(u64At(found, field) + 1n)
  context.putResource(own.contracts.packageAddress, `${own.prefix}::${store}`, { ...found, [field]: number })
  return number
}

/**
 * Pays a price out: royalty, then the commission to the package itself, the rest to the seller.
 * @source docs/reference/marketplace-contracts.md#topaz-deadlines-and-fees; that rates are capped at the price is ours
 */
export function payOut(
  context: MoveContext,
  { contracts }: Package,
  sale: { readonly token: TokenIdV1; readonly seller: Address; readonly price: bigint },
): void {
  const royalty = context.tokenRoyalty(sale.token)
  const split = splitPrice(sale.price, contracts.commission, royalty)
  const shares: readonly (readonly [Address, bigint])[] = [
    [royalty.payee, split.royaltyOctas],
    [contracts.packageAddress, split.commissionOctas],
    [sale.seller, split.sellerOctas],
  ]
  for (const [to, octas] of shares) if (octas > 0n) context.depositApt(to, octas)
}
