import { lazy, Suspense } from 'react'
import { finishCommand, useCommand } from '../../app/commands.ts'

const WorkingDialog = lazy(() => import('./metric-dialog.tsx'))

/** Shows the working of a figure when somebody asks for it. */
export default function WorkingHost() {
  const request = useCommand('explainMetric')
  if (request === null) return null
  return (
    <Suspense fallback={null}>
      <WorkingDialog
        key={JSON.stringify(request.subject)}
        request={request}
        onClose={() => finishCommand('explainMetric')}
      />
    </Suspense>
  )
}
