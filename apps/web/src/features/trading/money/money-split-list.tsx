import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { useSite } from '../../../app/site.tsx'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { formatApt } from '../../../shared/format/apt.ts'
import { formatWallet, namedWallet } from '../../../shared/format/name.ts'
import { formatBps, formatCount } from '../../../shared/format/number.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import type { TradeSteps } from '../quote/use-trade-steps.ts'
import { commonRate, feeRows } from './fee-rows.ts'
import { MoneyRow } from './money-row.tsx'
import styles from './money-split-list.module.css'
import { priceGuarantee } from './price-guarantee.ts'

/**
 * `buy`: the signer pays prices now; `bid`: locks them; `sell`: gets them without fee and royalty; `unlock`: gets back what
 * was locked; `list`: names prices to be paid later; `pool-bid`: names a price that the bid pool pays; `deposit`, `withdraw`: moves money
 * into the bid pool or out of it; `none`: moves nothing but gas.
 */
export type MoneyFlow = 'buy' | 'bid' | 'sell' | 'unlock' | 'list' | 'pool-bid' | 'deposit' | 'withdraw' | 'none'

const PRICE_NAMES: Readonly<Record<Exclude<MoneyFlow, 'none'>, string>> = {
  buy: 'Price',
  bid: 'Bid price',
  sell: 'Bid',
  unlock: 'Unlocked',
  list: 'List price',
  'pool-bid': 'Bid price',
  deposit: 'Into your bid pool',
  withdraw: 'Out of your bid pool',
}
const PART_NAMES: Partial<Readonly<Record<MoneyFlow, string>>> = { sell: 'Net proceeds' }
const SELLER_HINTS: Partial<Readonly<Record<MoneyFlow, string>>> = {
  bid: 'If your bid is accepted',
  'pool-bid': 'If your bid is accepted',
}
/** Flows whose price is split between seller, marketplace and artist. */
const SPLIT_FLOWS: ReadonlySet<MoneyFlow> = new Set(['buy', 'bid', 'sell', 'list', 'pool-bid'])
/** Flows whose dialog says the total above its button. */
const TOTAL_BELOW: ReadonlySet<MoneyFlow> = new Set(['buy', 'bid', 'pool-bid', 'deposit'])

/** Height in px that the amounts usually take in a window that is no phone's: their place while there is no quote, so that the button below stays where it is. */
export const SPLIT_HEIGHTS: Readonly<Record<MoneyFlow, number>> = {
  buy: 287,
  bid: 244,
  'pool-bid': 276,
  sell: 333,
  list: 256,
  unlock: 190,
  deposit: 148,
  withdraw: 158,
  none: 158,
}

export interface MoneySplitListProps {
  flow: MoneyFlow
  /** A purchase leaves out what is gone or costs more by then, instead of failing. */
  isBestEffort?: boolean
  answer: TradeAnswer
  /** The price of what is listed falls until it sells. */
  falls?: boolean
  /** The transaction that the amounts are of, where there are several. */
  steps?: Pick<TradeSteps, 'at' | 'of'>
}

/**
 * Shows the itemised amounts of the API's simulation, always in APT, because that is signed. Amounts that come back are listed
 * below those that are paid, and the total excludes them: balance − total + returned amounts = balance after.
 */
export function MoneySplitList({ flow, isBestEffort = false, answer, falls = false, steps }: MoneySplitListProps) {
  const { split } = answer
  const isPaidOut = flow === 'sell' || flow === 'unlock' || flow === 'withdraw'
  const isPaidNow = !isPaidOut && flow !== 'list'
  return (
    <>
      <dl className={styles.list}>
        {flow !== 'none' && <PriceRow flow={flow} answer={answer} />}
        {SPLIT_FLOWS.has(flow) && <PriceParts flow={flow} answer={answer} />}
        {flow === 'pool-bid' && (
          <MoneyRow name="Deposit into your bid pool" octas={depositOf(split)} hint="You can withdraw it at any time" />
        )}
        {isPaidOut && <MoneyRow name="You receive" octas={split.receivedOctas} strong line />}
        {flow === 'list' && (
          <MoneyRow
            name="You receive"
            octas={split.sellerOctas}
            hint={falls ? 'At the starting price, less as it falls' : whenSold(answer)}
            strong
            line
          />
        )}
        {split.placingFeeOctas !== '0' && (
          <MoneyRow name="Placing fee" octas={split.placingFeeOctas} hint="Paid to the marketplace now" />
        )}
        <MoneyRow name="Gas" octas={split.gasOctas} hint="Estimated" gas />
        {!TOTAL_BELOW.has(flow) && !(isPaidOut && split.totalOctas === split.gasOctas) && (
          <MoneyRow
            name="You pay now"
            octas={split.totalOctas}
            hint={steps !== undefined && steps.of > 1 ? `In transaction ${steps.at} of ${steps.of}` : undefined}
            strong={isPaidNow}
            line={isPaidNow}
          />
        )}
        {!isPaidOut && split.receivedOctas !== '0' && (
          <MoneyRow
            name="Returned to you"
            octas={split.receivedOctas}
            hint="Paid back to your wallet, such as your own royalty"
            gained
          />
        )}
        {split.storageRefundOctas !== '0' && (
          <MoneyRow
            name="Storage deposit refund"
            octas={split.storageRefundOctas}
            hint="Returned by the network"
            gained
          />
        )}
        <MoneyRow
          name="Balance after"
          octas={split.balanceAfterOctas}
          balance
          hint={split.balanceOctas === null ? 'Couldn’t read your balance' : undefined}
        />
      </dl>
      <Guarantees flow={flow} isBestEffort={isBestEffort} answer={answer} />
    </>
  )
}

/** Says what the chain and the wallet hold the transaction to, below its amounts. */
function Guarantees({ flow, isBestEffort = false, answer }: MoneySplitListProps) {
  const { walletName } = useStore(walletSession)
  const setsOwnDeadline = useStore(walletActions)?.setsOwnDeadline ?? false
  const guarantee = flow === 'buy' || flow === 'sell' ? priceGuarantee(flow, isBestEffort, answer) : null
  return (
    <>
      {guarantee !== null && (
        <p className={styles.guarantee} data-open={answer.priceGuard === 'none' || undefined}>
          {guarantee}
        </p>
      )}
      {setsOwnDeadline && (
        <p
          className={styles.guarantee}
        >{`${walletName ?? 'Your wallet'} sets its own deadline for this transaction.`}</p>
      )}
    </>
  )
}

/** The price: of a bid on several tokens the sum, where the form asks for the price of each. */
function PriceRow({ flow, answer: { items, split } }: MoneySplitListProps & { flow: Exclude<MoneyFlow, 'none'> }) {
  const { quantity = '1', priceOctas = null } = flow === 'bid' || flow === 'pool-bid' ? (items[0] ?? {}) : {}
  const isSum = quantity !== '1' && priceOctas !== null
  return (
    <MoneyRow
      name={isSum ? 'Bid total' : PRICE_NAMES[flow]}
      octas={split.priceOctas}
      hint={isSum ? `${formatCount(quantity)} × ${formatApt(priceOctas)}` : undefined}
      strong
    />
  )
}

function PriceParts({ flow, answer }: MoneySplitListProps) {
  const { split } = answer
  const { marketplaces } = useSite()
  const included = flow === 'sell' ? 'Taken from the bid' : 'Included in the price'
  const traded = answer.items.filter((item) => item.reason === null)
  const seller = useOnlySeller(flow === 'buy' ? traded : [])
  // The total below repeats the proceeds, unless an own royalty is added to them.
  const isSaid = flow === 'sell' && split.sellerOctas === split.receivedOctas
  return (
    <>
      {flow !== 'list' && !isSaid && (
        <MoneyRow
          name={PART_NAMES[flow] ?? (traded.length > 1 ? 'Sellers receive' : 'Seller receives')}
          octas={split.sellerOctas}
          part
          hint={SELLER_HINTS[flow] ?? seller}
        />
      )}
      {feeRows(answer).map(({ marketplace, octas, bps }) => (
        <MoneyRow
          key={marketplace}
          name={rateName(`${marketplaceLabel(marketplaces, marketplace)} fee`, bps)}
          octas={octas}
          part
          hint={included}
        />
      ))}
      <MoneyRow
        name={rateName('Royalty', commonRate(traded.map((item) => item.royaltyBps)))}
        octas={split.royaltyOctas}
        part
        hint={included}
      />
    </>
  )
}

/** Returns who sells one item that is bought; undefined for several, and where the answer does not name the seller. */
function useOnlySeller([only, ...others]: readonly TradeItem[]): string | undefined {
  const seller = others.length > 0 ? undefined : only?.listing?.seller
  const names = useWalletNames(seller === undefined ? [] : [seller])
  if (seller === undefined) return undefined
  return formatWallet(namedWallet(seller, names), null)
}

/** Names an amount with its rate, where that is one for all items. */
function rateName(name: string, bps: number | null): string {
  return bps === null ? name : `${name} ${formatBps(bps)}`
}

/** Returns the octas that a bid brings into the pool. */
function depositOf({ totalOctas, gasOctas, placingFeeOctas }: TradeAnswer['split']): bigint {
  return BigInt(totalOctas) - BigInt(gasOctas) - BigInt(placingFeeOctas)
}

/** Says when the proceeds of listings come. */
function whenSold({ items }: TradeAnswer): string {
  return items.filter(({ reason }) => reason === null).length > 1 ? 'When they sell' : 'When it sells'
}

function marketplaceLabel(
  marketplaces: readonly { readonly id: string; readonly displayName: string }[],
  id: string | null,
) {
  return marketplaces.find((one) => one.id === id)?.displayName ?? 'Marketplace'
}
