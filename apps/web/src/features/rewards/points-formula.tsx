import styles from './points-formula.module.css'

/** How points are made, in words and in figures. @source design decisions, "Rewards, season 1" */
export function PointsFormula() {
  return (
    <div className={styles.formula}>
      <h2>How points are made</h2>
      <section>
        <h3>Buying</h3>
        <p>100 points for each APT you pay on our own marketplace, 25 for each APT on another, bought through us.</p>
        <code>price × 100, or price × 25</code>
      </section>
      <section>
        <h3>Listing</h3>
        <p>
          Every hour, a live listing on our own marketplace earns 10 points at the floor, less the further it lies
          above, and nothing from 25% above it.
        </p>
        <code>10 × (1 − (price ÷ floor − 1) ÷ 0.25) an hour</code>
      </section>
      <section>
        <h3>Bidding</h3>
        <p>
          Every hour, a live collection offer on our own marketplace earns 10 points at the floor, less the further it
          lies below, and more the more tokens it is for.
        </p>
        <code>10 × (1 − (1 − price ÷ floor) ÷ 0.25) × log₂(1 + tokens) an hour</code>
      </section>
      <section>
        <h3>Loyalty</h3>
        <p>
          Your loyalty is 100 while everything you list is listed here, or you list nothing; otherwise it is 0. Half of
          your points depend on it.
        </p>
        <code>total = (buying + listing + bidding) × (0.5 + 0.5 × loyalty ÷ 100)</code>
      </section>
      <p className={styles.note}>
        Trading with yourself earns nothing. All of it is computed from the public chain: the ledger shows every row
        with its working, and anybody can compute it again.
      </p>
    </div>
  )
}
