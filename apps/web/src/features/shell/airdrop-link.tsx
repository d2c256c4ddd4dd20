import { type ReactNode, useEffect, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { useStore } from '../../lib/store.ts'
import { connectDialog, walletSession } from '../../lib/wallet-session.ts'

/** Leads to the airdrop page, through the connect dialog where no wallet is connected. @source spec, section 2 "App bar" */
export function AirdropLink({ className, children }: { className: string; children: ReactNode }) {
  const { address } = useStore(walletSession)
  const connecting = useStore(connectDialog)
  const [wanted, setWanted] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!wanted || (connecting && address === null)) return
    setWanted(false)
    if (address !== null) void navigate('/airdrop')
  }, [wanted, connecting, address, navigate])
  if (address !== null) {
    return (
      <NavLink to="/airdrop" className={className}>
        {children}
      </NavLink>
    )
  }
  const lead = () => {
    connectDialog.set(true)
    setWanted(true)
  }
  return (
    <button type="button" className={className} onClick={lead}>
      {children}
    </button>
  )
}
