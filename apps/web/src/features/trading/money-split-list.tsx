import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { ReactNode } from 'react'
import { formatBps } from '../../lib/format/number.ts'
import { Price } from '../../lib/price.tsx'
import { useSite } from '../../lib/site.tsx'
import { feeRows } from './fee-rows.ts'
import { guaranteeOf } from './guarantee-of.ts'
import styles from './money-split-list.module.css'

/**
 * `buy`: the signer pays prices now; `bid`: locks them; `sell`: gets them without fee and royalty; `unlock`: gets back what
 * was locked; `list`: names prices to be paid later; `none`: moves nothing but gas.
 */
export type MoneyStory = 'buy' | 'bid' | 'sell' | 'unlock' | 'list' | 'none'

const PRICE_NAMES: Readonly<Record<Exclude<MoneyStory, 'none'>, string>> = {
  buy: 'Price',
  bid: 'Offer price',
  sell: 'Bid',
  unlock: 'Unlocked',
  list: 'List price',
}
const SELLER_HINTS: Partial<Readonly<Record<MoneyStory, string>>> = {
  bid: 'When somebody accepts',
  list: 'You receive this when it sells',
}

export interface MoneySplitListProps {
  story: MoneyStory
  answer: TradeAnswer
}

/** Where every octa goes, as the API's simulation says. Always in APT: that is what is signed. */
export function MoneySplitList({ story, answer }: MoneySplitListProps) {
  const { split } = answer
  const guarantee = guaranteeOf(story, answer)
  return (
    <>
      <dl className={styles.list}>
        {story !== 'none' && <Row name={PRICE_NAMES[story]} octas={split.priceOctas} strong />}
        {story !== 'none' && story !== 'unlock' && <PriceParts story={story} answer={answer} />}
        {(story === 'sell' || story === 'unlock') && <Row name="You receive" octas={split.receivedOctas} strong />}
        {story !== 'sell' && story !== 'unlock' && split.receivedOctas !== '0' && (
          <Row
            name="Back to you"
            octas={split.receivedOctas}
            hint="What this pays to your own wallet, such as your royalty"
          />
        )}
        <Row name="Gas" octas={split.gasOctas} hint="As simulated; the chain charges what it uses" />
        {split.storageRefundOctas !== '0' && (
          <Row name="Storage refund" octas={split.storageRefundOctas} hint="Given back by the chain" gained />
        )}
        <Row name={story === 'buy' || story === 'bid' ? 'Total' : 'You pay now'} octas={split.totalOctas} strong line />
        <Row
          name="Balance after"
          octas={split.balanceAfterOctas}
          hint={split.balanceOctas === null ? 'Your balance could not be read' : undefined}
        />
      </dl>
      {guarantee !== null && (
        <p className={styles.guarantee} data-open={answer.priceGuard === 'none' || undefined}>
          {guarantee}
        </p>
      )}
    </>
  )
}

function PriceParts({ story, answer }: MoneySplitListProps) {
  const { split } = answer
  const { marketplaces } = useSite()
  const included = story === 'sell' ? 'Taken from the bid' : 'Included in the price'
  const traded = answer.items.filter((item) => item.reason === null)
  return (
    <>
      <Row
        name={story === 'list' || story === 'sell' ? 'To you' : 'To the seller'}
        octas={split.sellerOctas}
        part
        hint={SELLER_HINTS[story]}
      />
      {feeRows(answer).map(({ marketplace, octas, bps }) => (
        <Row
          key={marketplace}
          name={`${venueWords(marketplaces, marketplace)} fee ${bps === null ? '' : formatBps(bps)}`}
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

function venueWords(marketplaces: readonly { readonly id: string; readonly displayName: string }[], id: string | null) {
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
  hint?: string | undefined
}

function Row({ name, octas, part, strong, line, gained, hint }: RowProps) {
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
        <Price octas={octas} exact />
      </dd>
    </div>
  )
}

/** The rate where it is one for all. */
function rate(all: readonly (number | null)[]): string {
  const [first, ...others] = new Set(all)
  return first === null || first === undefined || others.length > 0 ? '' : formatBps(first)
}
