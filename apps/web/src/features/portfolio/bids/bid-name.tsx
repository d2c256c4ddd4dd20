import type { BidItem } from '@opal/contract/bids'
import { useQuery } from '@tanstack/react-query'
import { collectionPath } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { ItemLine } from '../../../entities/token/item-line.tsx'
import { putCondition, setLabel } from '../../../entities/token/token-condition.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { ItemName } from '../rows/item-name.tsx'
import { expiryLabel, fundingLabel } from './bid-labels.ts'
import styles from './bids-tab.module.css'
import { lostSetQuery, setFitQuery } from './set-queries.ts'

interface BidNameProps {
  bid: BidItem
  /** The viewer made it. */
  isOwn: boolean
  now: number | null
}

/** Shows what a bid is for; what it lacks of its funds, and on phones when it expires. */
export function BidName({ bid, isOwn, now }: BidNameProps) {
  const text = expiryText(bid, now)
  const expiry = text === null ? null : <span className={styles.whole}>{text}</span>
  if (bid.tokenDataId !== null) {
    return (
      <ItemName
        token={{ ...bid, tokenDataId: bid.tokenDataId }}
        wraps="both"
        {...(expiry !== null && { phoneBefore: expiry })}
      />
    )
  }
  const label = fundingLabel(bid, now)
  const funding = label !== null && (
    <span className={styles.unfunded} {...(isOwn && { title: fundingAdvice(bid) })}>
      {label}
    </span>
  )
  return (
    <ItemLine
      name={bid.collectionName ?? bid.name}
      image={{ src: bid.collectionImage ?? bid.image }}
      to={bookPath(bid)}
      spread
      // A set or a funding note takes up to three lines, which leaves one for the name.
      wraps={bid.setRoot === null && !funding ? 'both' : 'below'}
      below={
        bid.setRoot === null ? (
          // On phones each part has a line of its own.
          <>
            {expiry !== null && (
              <span className={styles.phone}>
                <span className={styles.whole}>
                  {expiry}
                  <Dot />
                </span>{' '}
              </span>
            )}
            <span className={styles.whole}>
              Collection bid
              {funding && <Dot />}
            </span>
            {funding && <> {funding}</>}
          </>
        ) : (
          <>
            {funding && <>{funding} · </>}
            {expiry !== null && <span className={styles.phone}>{expiry} · </span>}
            <SetSubject bid={bid} root={bid.setRoot} isChecked={isOwn} />
          </>
        )
      }
    />
  )
}

function Dot() {
  return <span className={styles.dot}> ·</span>
}

/** Returns the path of the book that a bid is in: of a bid on a set, with the items that its condition selects. */
function bookPath({ collectionId, setCondition }: BidItem): string {
  const search = new URLSearchParams({ tab: 'bids' })
  if (setCondition !== null) putCondition(search, setCondition)
  return `${collectionPath(collectionId ?? '')}?${search}`
}

/** Says when a bid expires, for windows without the column of it; null where it does not, or while that is unknown. */
function expiryText(bid: BidItem, now: number | null): string | null {
  if (bid.expirationTime === null || now === null) return null
  const label = expiryLabel(bid, now)
  return label.startsWith('in ') ? `Expires ${label}` : label
}

function fundingAdvice({ fillable }: BidItem): string {
  return fillable === '0'
    ? 'Your bid pool can’t pay for one item. Deposit to make this bid count.'
    : 'Your bid pool can’t pay for all items. Deposit to fund the rest.'
}

interface SetSubjectProps {
  bid: BidItem
  root: string
  /** Whether to say how many items of the set no longer fit its condition, or that its list is lost: that is for its bidder to know. */
  isChecked: boolean
}

/** Says what a bid on a set is for. Announces the set of an own live bid again where the site no longer stores it. */
function SetSubject({ bid, root, isChecked }: SetSubjectProps) {
  const { api } = useSite()
  const isLost = isChecked && bid.setSize === null && !bid.expired
  const found = useQuery({ ...lostSetQuery(api, root, bid.collectionId ?? ''), enabled: isLost })
  const condition = bid.setCondition ?? found.data?.condition ?? null
  const size = bid.setSize ?? found.data?.size ?? null
  const fit = useQuery({ ...setFitQuery(api, root), enabled: isChecked && bid.setCondition !== null }).data
  const misfits = fit?.misfits ?? 0
  const words = [
    `Trait bid · ${setLabel({ condition, size })}`,
    misfits > 0 && `${formatCount(misfits)} of ${formatCount(fit?.size ?? 0)} no longer match`,
    isLost &&
      !found.isPending &&
      found.data == null &&
      'sellers can’t find it here: its list of items isn’t stored anymore',
  ]
    .filter(Boolean)
    .join(' · ')
  return <span title={words}>{words}</span>
}
