import { Button } from '@opal/ui/controls/button'
import { Gauge, ShieldCheck } from 'lucide-react'
import { openOrderHealth } from '../../../app/commands.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'

/** Looks the connected wallet's own orders and its loyalty over; nothing on other people's portfolios. */
export function OrderHealthButtons({ wallet }: { wallet: string }) {
  if (useOwnAddress() !== wallet) return null
  return (
    <>
      <Button icon={<ShieldCheck aria-hidden="true" />} onClick={() => openOrderHealth('orders')}>
        Order health check
      </Button>
      <Button icon={<Gauge aria-hidden="true" />} onClick={() => openOrderHealth('loyalty')}>
        Loyalty
      </Button>
    </>
  )
}
