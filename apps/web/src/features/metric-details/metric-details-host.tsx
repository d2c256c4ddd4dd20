import { lazy, Suspense } from 'react'
import { workingRequest } from '../../entities/collection/metrics.ts'
import { useStore } from '../../shared/hooks/store.ts'

const WorkingDialog = lazy(() => import('./metric-dialog.tsx'))

/** Shows the working of a figure when somebody asks for it. */
export default function WorkingHost() {
  const request = useStore(workingRequest)
  if (request === null) return null
  return (
    <Suspense fallback={null}>
      <WorkingDialog key={JSON.stringify(request.subject)} request={request} onClose={() => workingRequest.set(null)} />
    </Suspense>
  )
}
