import type { Token } from '@opal/contract/tokens'
import { lazy, Suspense } from 'react'
import { Mounted } from '../../shared/components/mounted.tsx'

const CartBox = lazy(() => import('./cart-box.tsx'))

/** A {@link CartBox} that comes after the first paint: nobody fills a cart before that. */
export function LazyCartBox(props: { tokens: readonly Token[]; label: string }) {
  return (
    <Mounted>
      <Suspense fallback={null}>
        <CartBox {...props} />
      </Suspense>
    </Mounted>
  )
}
