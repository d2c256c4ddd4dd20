import type { Token } from '@opal/contract/tokens'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'

const CartBox = lazyPart(() => import('./cart-box.tsx'))

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
