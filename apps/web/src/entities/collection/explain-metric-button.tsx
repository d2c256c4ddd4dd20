import type { ReactNode } from 'react'
import { explainMetric } from '../../app/commands.ts'
import styles from './explain-metric-button.module.css'
import type { MetricId, MetricSubject } from './metrics.ts'

export interface ExplainMetricButtonProps {
  metric: MetricId
  subject: MetricSubject
  /** The metric's visible name, for screen readers. */
  name: string
  /** The metric's name as the text of the button; without it the button is an icon after the value. */
  children?: ReactNode
}

/** Opens a metric's definition and derivation. The icon shows while the metric is hovered or focused. */
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
