import { explainMetric } from '../../app/commands.ts'
import styles from './explain-metric-button.module.css'
import type { MetricId, MetricSubject } from './metrics.ts'

export interface ExplainMetricButtonProps {
  metric: MetricId
  subject: MetricSubject
  /** The metric's visible name, for screen readers. */
  name: string
}

/** A small button after a metric that opens its definition and derivation. Comes with the pointer or the focus on the metric. */
export function ExplainMetricButton({ metric, subject, name }: ExplainMetricButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`${name}: how is this calculated?`}
      aria-haspopup="dialog"
      title="How is this calculated?"
      onClick={() => explainMetric({ metric, subject })}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M11.5 4.5V3H4.5l4 5-4 5h7v-1.5" />
      </svg>
    </button>
  )
}
