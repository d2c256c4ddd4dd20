import { Suspense } from 'react'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import type { CartToggleProps } from './cart-toggle.tsx'

const CartToggle = lazyPart<CartToggleProps>(() =>
  import('./cart-toggle.tsx').then((module) => ({ default: module.CartToggle })),
)

/** A {@link CartToggle} that is loaded after the first paint. */
export function LazyCartToggle(props: CartToggleProps) {
  return (
    <Mounted>
      <Suspense fallback={null}>
        <CartToggle {...props} />
      </Suspense>
    </Mounted>
  )
}
