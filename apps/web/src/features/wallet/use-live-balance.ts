import type { LiveMessage } from '@opal/contract/live'
import { useEffect } from 'react'
import { walletActions } from '../../entities/wallet/wallet-session.ts'
import { listenLive } from '../../shared/realtime/live-bus.ts'
import { usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'

/** Shortest pause between two reads, in milliseconds: every visitor reads from the same node. */
const LEAST_PAUSE_MS = 3_000
/** Rooms whose messages name wallets. */
const ROOMS = ['activity_room', 'bid_room'] as const

/**
 * Reads the balance again after live messages by which it may have changed: also others move it, who buy what the wallet lists, accept
 * or end its bids. Listens to rooms of the whole market, which need no session.
 * @param wallet the connected one; null while none is.
 * @source docs/product/wallet-and-session.md#balance
 */
export function useLiveBalance(wallet: string | null): void {
  const refetch = usePacedRefetch(readBalance, { leastMs: LEAST_PAUSE_MS })
  useEffect(() => {
    if (wallet === null) return
    const onMessage = (message: LiveMessage): void => {
      // Urgent, so that transfers of worthless tokens, which anyone can send, do not delay it.
      if (mayMoveMoney(message, wallet)) refetch(wallet, true)
    }
    const stops = ROOMS.map((room) => listenLive({ room }, onMessage))
    return () => {
      for (const stop of stops) stop()
    }
  }, [wallet, refetch])
}

/** @throws an error if the node does not answer, after which the read is repeated. */
async function readBalance(): Promise<void> {
  const isRead = await walletActions.get()?.refreshBalance()
  if (isRead === false) throw new Error('The balance could not be read.')
}

function mayMoveMoney(message: LiveMessage, wallet: string): boolean {
  if (message.kind === 'pool_change') return message.wallet === wallet
  return message.kind === 'activity' && (message.activity.from === wallet || message.activity.to === wallet)
}
