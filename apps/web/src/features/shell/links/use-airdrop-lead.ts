import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { finishCommand, useCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'

/** Handles `openAirdrop`: navigates once a wallet is connected; closing the connect dialog cancels it. */
export function useAirdropLead(): void {
  const wanted = useCommand('openAirdrop') !== null
  const connecting = useCommand('openConnect') !== null
  const { address } = useStore(walletSession)
  const navigate = useNavigate()
  useEffect(() => {
    if (!wanted || (connecting && address === null)) return
    finishCommand('openAirdrop')
    if (address !== null) void navigate('/airdrop')
  }, [wanted, connecting, address, navigate])
}
