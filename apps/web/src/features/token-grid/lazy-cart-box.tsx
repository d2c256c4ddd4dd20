import type { Token } from '@opal/contract/tokens'
import { lazy, Suspense } from 'react'
import { Mounted } from '../../shared/components/mounted.tsx'

const CartBox = lazy(() => import('./cart-box.tsx'))

/** A {@link CartBox} that is loaded after the first paint. */
export function LazyCartBox(props: { tokens: readonly Token[]; label: string }) {
  return (
    <Mounted>
      <Suspense fallback={null}>
        <CartBox {...props} />
      </Suspense>
    </Mounted>
  )
}
