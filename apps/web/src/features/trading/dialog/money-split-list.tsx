import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { ReactNode } from 'react'
import { useSite } from '../../../app/site.tsx'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { Price } from '../../../shared/components/price.tsx'
import { formatApt, formatAptExact, formatBalance, formatGas } from '../../../shared/format/apt.ts'
import { formatBps } from '../../../shared/format/number.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import styles from './money-split-list.module.css'

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

export interface MoneySplitListProps {
  flow: MoneyFlow
  /** A purchase leaves out what is gone or costs more by then, instead of failing. */
  isBestEffort?: boolean
  answer: TradeAnswer
  /** The price of what is listed falls until it sells. */
  falls?: boolean
}

/**
 * Shows the itemised amounts of the API's simulation, always in APT, because that is signed. Amounts that come back are listed
 * below those that are paid, and the total excludes them: balance − total + returned amounts = balance after.
 */
export function MoneySplitList({ flow, isBestEffort = false, answer, falls = false }: MoneySplitListProps) {
  const { split } = answer
  const guarantee = guaranteeOf(flow, isBestEffort, answer)
  const { walletName } = useStore(walletSession)
  const isPaidOut = flow === 'sell' || flow === 'unlock' || flow === 'withdraw'
  const isPaidNow = !isPaidOut && flow !== 'list'
  const isDeadlineTheWallets = useStore(walletActions)?.setsOwnDeadline ?? false
  return (
    <>
      <dl className={styles.list}>
        {flow !== 'none' && <PriceRow flow={flow} answer={answer} />}
        {SPLIT_FLOWS.has(flow) && <PriceParts flow={flow} answer={answer} />}
        {flow === 'pool-bid' && (
          <Row name="Deposit into your bid pool" octas={depositOf(split)} hint="You can withdraw it at any time" />
        )}
        {isPaidOut && <Row name="You receive" octas={split.receivedOctas} strong line />}
        {flow === 'list' && (
          <Row
            name="You receive"
            octas={split.sellerOctas}
            hint={falls ? 'At the starting price, less as it falls' : whenSold(answer)}
            strong
            line
          />
        )}
        {split.placingFeeOctas !== '0' && (
          <Row name="Placing fee" octas={split.placingFeeOctas} hint="Paid to the marketplace now" />
        )}
        <Row name="Gas" octas={split.gasOctas} hint="Estimated" gas />
        {!TOTAL_BELOW.has(flow) && !(isPaidOut && split.totalOctas === split.gasOctas) && (
          <Row name="You pay now" octas={split.totalOctas} strong={isPaidNow} line={isPaidNow} />
        )}
        {!isPaidOut && split.receivedOctas !== '0' && (
          <Row
            name="Back to you"
            octas={split.receivedOctas}
            hint="Paid back to your wallet, such as your own royalty"
            gained
          />
        )}
        {split.storageRefundOctas !== '0' && (
          <Row name="Storage deposit refund" octas={split.storageRefundOctas} hint="Returned by the network" gained />
        )}
        <Row
          name="Balance after"
          octas={split.balanceAfterOctas}
          balance
          hint={split.balanceOctas === null ? 'Couldn’t read your balance' : undefined}
        />
      </dl>
      {guarantee !== null && (
        <p className={styles.guarantee} data-open={answer.priceGuard === 'none' || undefined}>
          {guarantee}
        </p>
      )}
      {isDeadlineTheWallets && (
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
    <Row
      name={isSum ? 'Bids in total' : PRICE_NAMES[flow]}
      octas={split.priceOctas}
      hint={isSum ? `${quantity} × ${formatApt(priceOctas)}` : undefined}
      strong
    />
  )
}

function PriceParts({ flow, answer }: MoneySplitListProps) {
  const { split } = answer
  const { marketplaces } = useSite()
  const included = flow === 'sell' ? 'Taken from the bid' : 'Included in the price'
  const traded = answer.items.filter((item) => item.reason === null)
  // Proceeds are said below, unless a part of the price comes back as one's own royalty.
  const isSaid = flow === 'sell' && split.sellerOctas === split.receivedOctas
  return (
    <>
      {flow !== 'list' && !isSaid && (
        <Row
          name={PART_NAMES[flow] ?? (traded.length > 1 ? 'Sellers receive' : 'Seller receives')}
          octas={split.sellerOctas}
          part
          hint={SELLER_HINTS[flow]}
        />
      )}
      {feeRows(answer).map(({ marketplace, octas, bps }) => (
        <Row
          key={marketplace}
          name={`${marketplaceLabel(marketplaces, marketplace)} fee ${bps === null ? '' : formatBps(bps)}`}
          octas={octas}
          part
          hint={included}
        />
      ))}
      <Row
        name={`Royalty ${rate(traded.map((item) => item.royaltyBps))}`}
        octas={split.royaltyOctas}
        part
        hint={included}
      />
    </>
  )
}

/** Returns the octas that a bid brings into the pool. */
function depositOf({ totalOctas, gasOctas, placingFeeOctas }: TradeAnswer['split']): bigint {
  return BigInt(totalOctas) - BigInt(gasOctas) - BigInt(placingFeeOctas)
}

/** When the proceeds of what is listed come. */
function whenSold({ items }: TradeAnswer): string {
  return items.filter(({ reason }) => reason === null).length > 1 ? 'When they sell' : 'When it sells'
}

function marketplaceLabel(
  marketplaces: readonly { readonly id: string; readonly displayName: string }[],
  id: string | null,
) {
  return marketplaces.find((one) => one.id === id)?.displayName ?? 'Marketplace'
}

interface RowProps {
  name: ReactNode
  octas: string | bigint | null
  /** Part of the row above. */
  part?: boolean
  strong?: boolean
  line?: boolean
  /** Comes to the signer, where the rows around it are paid. */
  gained?: boolean
  /** An estimate, and most often next to nothing. */
  gas?: boolean
  /** The signer's balance afterwards, rounded as balances are. */
  balance?: boolean
  hint?: string | undefined
}

function Row({ name, octas, part, strong, line, gained, gas, balance, hint }: RowProps) {
  return (
    <div
      className={styles.row}
      data-part={part || undefined}
      data-strong={strong || undefined}
      data-line={line || undefined}
    >
      <dt>
        {name}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </dt>
      <dd>
        {gained && '+'}
        {gas ? (
          <Rounded octas={BigInt(octas ?? 0)} text={formatGas(BigInt(octas ?? 0))} />
        ) : balance && octas !== null ? (
          <Rounded octas={octas} text={formatBalance(octas)} />
        ) : (
          <Price octas={octas} exact />
        )}
      </dd>
    </div>
  )
}

/** Shows a rounded amount, with the exact one in its tooltip. */
function Rounded({ octas, text }: { octas: string | bigint; text: string }) {
  return (
    <span className={styles.rounded} title={formatAptExact(octas)} data-hint="">
      {text}
    </span>
  )
}

/** The rate where it is one for all. */
function rate(all: readonly (number | null)[]): string {
  const [first, ...others] = new Set(all)
  return first === null || first === undefined || others.length > 0 ? '' : formatBps(first)
}

/** The fee of one marketplace in a trade. */
export interface FeeRow {
  /** Null for several marketplaces together, or for none that is known. */
  readonly marketplace: string | null
  readonly octas: bigint
  /** Its rate in basis points; null where it is not one for all its items. */
  readonly bps: number | null
}

/**
 * The marketplaces' fees of a trade, one row each, of the same amounts that the quote's split adds up; one row for all where
 * the items do not add up to it.
 */
export function feeRows({ items, split }: Pick<TradeAnswer, 'items' | 'split'>): readonly FeeRow[] {
  const traded = items.filter((item) => item.reason === null)
  const rows = [...Map.groupBy(traded, ({ marketplace }) => marketplace)].map(([marketplace, its]): FeeRow => {
    const octas = its.reduce(
      (sum, { commissionOctas, quantity }) => sum + BigInt(commissionOctas ?? 0) * BigInt(quantity),
      0n,
    )
    return { marketplace, octas, bps: rateOf(its) }
  })
  const total = BigInt(split.commissionOctas)
  if (rows.length > 0 && rows.reduce((sum, { octas }) => sum + octas, 0n) === total) return rows
  return [{ marketplace: rows.length === 1 ? (rows[0]?.marketplace ?? null) : null, octas: total, bps: rateOf(traded) }]
}

function rateOf(items: readonly { readonly commissionBps: number | null }[]): number | null {
  const [first, ...others] = new Set(items.map(({ commissionBps }) => commissionBps))
  return others.length > 0 ? null : (first ?? null)
}

/**
 * Says what the chain holds the signer to, gas left out, or that it does not. Null where nothing is bought or sold.
 * @see docs/reference/guarantees.md
 */
function guaranteeOf(flow: MoneyFlow, isBestEffort: boolean, { priceGuard, split }: TradeAnswer): string | null {
  if (priceGuard === null || (flow !== 'buy' && flow !== 'sell')) return null
  const isBought = flow === 'buy'
  if (priceGuard === 'none') {
    const risk = isBought ? 'you may pay more' : 'you may get less'
    return `This price isn’t locked on-chain: if it or a fee changes before the transaction executes, ${risk}.`
  }
  const net = BigInt(split.receivedOctas) - BigInt(split.totalOctas) + BigInt(split.gasOctas)
  // The aggregator holds each item to its price, whatever else comes back to the buyer.
  const paid = priceGuard === 'aggregator' ? BigInt(split.priceOctas) : net < 0n ? -net : 0n
  const limit = isBought
    ? `You pay at most ${formatAptExact(paid)}`
    : `You receive at least ${formatAptExact(net > 0n ? net : 0n)}`
  const otherwise = isBestEffort
    ? 'Items that sell out or cost more by then are left out.'
    : 'Otherwise the transaction fails.'
  return `${limit}, ${isBought ? 'plus' : 'before'} gas. ${otherwise}`
}
