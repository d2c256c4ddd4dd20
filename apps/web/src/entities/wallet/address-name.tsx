import { useWalletNames } from './use-wallet-names.ts'
import { WalletName } from './wallet-name.tsx'

/** A wallet of which only the address is known, without an identicon: asks for its name. */
export default function AddressName({ address }: { address: string }) {
  const aptosName = useWalletNames([address]).get(address) ?? null
  return <WalletName wallet={{ walletAddress: address, aptosName, isWalletAddress: true }} bare />
}
