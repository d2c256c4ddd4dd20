import { Tooltip } from '@opal/ui/overlays/tooltip'
import type { ReactNode } from 'react'
import { ExplainMetricButton } from './explain-metric-button.tsx'
import styles from './metric.module.css'
import type { MetricId, MetricSubject } from './metrics.ts'

export interface MetricProps {
  name: string
  metric: MetricId
  subject: MetricSubject
  /** Tooltip of the name. */
  definition?: string
  children: ReactNode
}

/** Shows a metric of a list of them, `<dl>`: its name, which explains it, above its value. */
export function Metric({ name, metric, subject, definition, children }: MetricProps) {
  const explained = (
    <ExplainMetricButton metric={metric} subject={subject} name={name}>
      {name}
    </ExplainMetricButton>
  )
  return (
    <div className={styles.metric}>
      <dt className={styles.name}>
        {definition === undefined ? explained : <Tooltip content={definition}>{explained}</Tooltip>}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}
