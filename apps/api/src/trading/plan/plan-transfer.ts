import type { TradeAnswer, TradeReason } from '@opal/contract/trading/trade'
import { type Address, isSpecialAddress } from '@opal/domain/address'
import { repeatedItems } from '@opal/domain/tokens/named-item'
import { transferPayload } from '@opal/domain/tokens/transfer-payloads'
import { readKnownObjects } from '@opal/store/queries/tokens/known-objects'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { contractAddresses } from '../../resources/names/wallet-names.ts'
import { answerPrepared } from '../answer-trade.ts'
import { toTokenRef } from '../intents.ts'
import { type HolderFacts, loadHolderTrade } from '../load-trade.ts'
import { preparingCalls } from '../prepare-trade.ts'
import { chooseEdition, isAllListed } from './editions.ts'
import { BLANK_ITEM, type PlannedItem, REASONS } from './trade-plan.ts'

/** A token as its owner asks to give it away. */
export interface TransferItem {
  readonly tokenDataId: Address
  readonly toAddress: Address
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | undefined
}

/** The facts from which a transfer is planned. */
interface TransferFacts extends HolderFacts {
  /** Receivers that no key signs for. */
  readonly noWallets: ReadonlySet<string>
}

/** Says for every item whether the wallet can give it away now: what is listed has to be delisted first. Pure. */
function planTransfer(wallet: Address, asked: readonly TransferItem[], facts: TransferFacts): readonly PlannedItem[] {
  const repeated = repeatedItems(asked)
  return asked.map((item): PlannedItem => {
    const { token, reason: unheld } = chooseEdition(
      facts.tokens.get(item.tokenDataId),
      facts.held,
      item.propertyVersion,
    )
    const reason = repeated.has(item) ? REASONS.duplicate : (unheld ?? transferRefusal(wallet, item, token, facts))
    return { ...BLANK_ITEM, tokenDataId: item.tokenDataId, collectionId: token?.collectionId ?? null, token, reason }
  })
}

function transferRefusal(
  wallet: Address,
  { tokenDataId, toAddress }: TransferItem,
  token: TokenRow | null,
  facts: TransferFacts,
): TradeReason | null {
  if (toAddress === wallet) return REASONS.toYourself
  if (facts.noWallets.has(toAddress)) return REASONS.toNoWallet
  const listings = facts.listings.get(tokenDataId) ?? []
  const own = listings.filter(({ seller, validity }) => seller === wallet && validity === 'valid')
  return token !== null && isAllListed(token, own, facts.held) ? REASONS.listedToken : null
}

/**
 * Loads which receivers are no wallets, as far as that is known: the chain's own addresses, marketplaces' contracts, items and collections.
 * @source docs/product/trading.md#recipients
 */
async function loadNoWallets(
  { store, marketplaces, tradeGate }: Pick<ApiContext, 'store' | 'marketplaces' | 'tradeGate'>,
  asked: readonly TransferItem[],
): Promise<ReadonlySet<string>> {
  const receivers = [...new Set(asked.map(({ toAddress }) => toAddress))]
  const contracts = contractAddresses(marketplaces)
  const objects = await tradeGate(() => readKnownObjects(store, receivers))
  return new Set(receivers.filter((to) => isSpecialAddress(to) || contracts.has(to) || objects.has(to)))
}

/** Gives tokens away, in one transaction; it costs gas only. */
export async function answerTransfer(
  context: ApiContext,
  wallet: Address,
  asked: readonly TransferItem[],
): Promise<TradeAnswer> {
  const [facts, noWallets] = await Promise.all([loadHolderTrade(context, asked, wallet), loadNoWallets(context, asked)])
  const items = planTransfer(wallet, asked, { ...facts, noWallets })
  const receivers = new Map(items.map(({ token }, at) => [token, asked[at]?.toAddress]))
  const prepare = preparingCalls(context, ({ token }) => {
    const ref = token === null ? null : toTokenRef(token)
    const to = receivers.get(token)
    if (ref === null || to === undefined) throw new TypeError('A planned transfer has a token and a receiver.')
    return transferPayload(ref, to)
  })
  return answerPrepared(context, { wallet, items, moves: 'only-gas' }, prepare)
}
