import type { Token } from '@opal/contract/tokens'
import { type ReactNode, Suspense } from 'react'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'

// Only the viewer's own tokens need it.
const OwnPrice = lazyPart(() => import('./own/own-price.tsx'))

/** The price that is given; of the viewer's own token without a listing that everyone can buy, the price of its own listing. */
export function ViewerPrice({ token, children }: { token: Token; children: ReactNode }) {
  const viewer = useOwnAddress()
  if (token.listedPrice !== null || viewer === null || token.owner?.walletAddress !== viewer) return children
  return (
    <Suspense fallback={children}>
      <OwnPrice token={token}>{children}</OwnPrice>
    </Suspense>
  )
}
