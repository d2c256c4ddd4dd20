import { Button } from '@opal/ui/controls/button'
import { Gauge, ShieldCheck } from 'lucide-react'
import { openOrderHealth } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'

/** Looks the connected wallet's own orders and its loyalty over; nothing on other people's portfolios. */
export function OrderHealthButtons({ wallet }: { wallet: string }) {
  if (useStore(walletSession).address !== wallet) return null
  return (
    <>
      <Button icon={<ShieldCheck aria-hidden="true" />} onClick={() => openOrderHealth('orders')}>
        Check orders
      </Button>
      <Button icon={<Gauge aria-hidden="true" />} onClick={() => openOrderHealth('loyalty')}>
        Loyalty radar
      </Button>
    </>
  )
}
