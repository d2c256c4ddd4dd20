import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { airdropWanted } from '../../../entities/wallet/airdrop-wanted.ts'
import { connectDialog, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'

/** Goes on to the airdrop page when the wallet that it needs is there; closing the connect dialog gives it up. */
export function useAirdropLead(): void {
  const wanted = useStore(airdropWanted)
  const connecting = useStore(connectDialog)
  const { address } = useStore(walletSession)
  const navigate = useNavigate()
  useEffect(() => {
    if (!wanted || (connecting && address === null)) return
    airdropWanted.set(false)
    if (address !== null) void navigate('/airdrop')
  }, [wanted, connecting, address, navigate])
}
