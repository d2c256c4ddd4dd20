import { lazy, Suspense } from 'react'
import { finishCommand, useCommand } from '../../app/commands.ts'

const MetricDialog = lazy(() => import('./metric-dialog.tsx'))

/** Shows the working of a figure when somebody asks for it. */
export default function MetricDetailsHost() {
  const request = useCommand('explainMetric')
  if (request === null) return null
  return (
    <Suspense fallback={null}>
      <MetricDialog
        key={JSON.stringify(request.subject)}
        request={request}
        onClose={() => finishCommand('explainMetric')}
      />
    </Suspense>
  )
}
