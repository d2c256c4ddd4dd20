import { Suspense } from 'react'
import { finishCommand, useCommand } from '../../app/commands.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { useClosedWithPage } from '../../shared/hooks/use-closed-with-page.ts'

const MetricDialog = lazyDialog(
  () => import('./metric-dialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Handles `explainMetric`: shows the dialog of a metric. */
export default function MetricDetailsHost() {
  const request = useCommand('explainMetric')
  const close = () => finishCommand('explainMetric')
  const isLeft = useClosedWithPage(request, close)
  if (request === null || isLeft) return null
  return (
    <Suspense fallback={null}>
      <MetricDialog key={JSON.stringify(request.subject)} request={request} onClose={close} />
    </Suspense>
  )
}
