import {
  EARNING_VOLUME_OCTAS,
  HOURLY_POINTS,
  MAX_BID_SIZE,
  NATIVE_POINTS_PER_APT,
  REACH,
  ROUTED_POINTS_PER_APT,
} from '@opal/domain/rewards/season-points'
import { formatApt } from '../../shared/format/apt.ts'
import styles from './points-formula.module.css'

/** Share of the floor beyond which an order earns nothing, as a decimal and in percent. */
const REACH_SHARE = Number(REACH.numerator) / Number(REACH.denominator)
const REACH_PERCENT = `${REACH_SHARE * 100}%`

/** Explains how points are computed. @source docs/product/rewards.md#season-points */
export function PointsFormula() {
  return (
    <div className={styles.formula}>
      <h2>How points work</h2>
      <section>
        <h3>Buying</h3>
        <p>
          {NATIVE_POINTS_PER_APT} points for each APT you pay on our own marketplace, {ROUTED_POINTS_PER_APT} for each
          APT on another, bought through us.
        </p>
        <code>
          price × {NATIVE_POINTS_PER_APT}, or price × {ROUTED_POINTS_PER_APT}
        </code>
      </section>
      <section>
        <h3>Listing</h3>
        <p>
          Every hour, a live listing on our own marketplace earns {HOURLY_POINTS} points at the floor and fewer the
          further above it, down to none at {REACH_PERCENT} above.
        </p>
        <code>
          {HOURLY_POINTS} × (1 − (price ÷ floor − 1) ÷ {REACH_SHARE}) an hour
        </code>
      </section>
      <section>
        <h3>Bidding</h3>
        <p>
          Every hour, a live collection bid on our own marketplace earns {HOURLY_POINTS} points at the floor and fewer
          the further below it, down to none at {REACH_PERCENT} below. Bids for more items earn more, up to{' '}
          {MAX_BID_SIZE.toString()} items.
        </p>
        <code>
          {HOURLY_POINTS} × (1 − (1 − price ÷ floor) ÷ {REACH_SHARE}) × log₂(1 + items) an hour
        </code>
      </section>
      <section>
        <h3>Loyalty</h3>
        <p>
          Your loyalty is 100% while all your listings are here, or you have none; otherwise it is 0%, which halves your
          points. Items frozen by their creator don’t count.
        </p>
        <code>total = (buying + listing + bidding) × (0.5 + 0.5 × loyalty ÷ 100)</code>
      </section>
      <p className={styles.note}>
        An order that is open for part of an hour earns that share. Listings and bids earn only in collections with{' '}
        {formatApt(EARNING_VOLUME_OCTAS)} APT or more in sales, wash trades excluded.
      </p>
      <p className={styles.note}>
        Trading with yourself earns nothing. Points are computed from public on-chain activity: your history shows every
        entry, and anyone can verify it.
      </p>
    </div>
  )
}
