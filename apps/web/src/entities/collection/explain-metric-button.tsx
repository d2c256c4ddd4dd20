import type { ReactNode } from 'react'
import { explainMetric } from '../../app/commands.ts'
import styles from './explain-metric-button.module.css'
import type { MetricId, MetricSubject } from './metrics.ts'

export interface ExplainMetricButtonProps {
  metric: MetricId
  subject: MetricSubject
  /** The metric's visible name, for screen readers. */
  name: string
  /** The metric's name, where it is itself what one presses; otherwise the button is a sign after the figure. */
  children?: ReactNode
}

/** A button that opens a metric's definition and derivation. Its sign comes with the pointer or the focus on the metric. */
export function ExplainMetricButton({ metric, subject, name, children }: ExplainMetricButtonProps) {
  return (
    <button
      type="button"
      className={children === undefined ? styles.button : styles.label}
      aria-label={`${name}: how is this calculated?`}
      aria-haspopup="dialog"
      title={children === undefined ? 'How is this calculated?' : undefined}
      onClick={() => explainMetric({ metric, subject })}
    >
      {children}
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M11.5 4.5V3H4.5l4 5-4 5h7v-1.5" />
      </svg>
    </button>
  )
}
