import { useWalletNames } from './use-wallet-names.ts'
import { WalletName, type WalletNameProps } from './wallet-name.tsx'

export interface AddressNameProps extends Pick<WalletNameProps, 'bare'> {
  address: string
}

/** A wallet of which only the address is known: asks for its name. */
export default function AddressName({ address, bare = false }: AddressNameProps) {
  const aptosName = useWalletNames([address]).get(address) ?? null
  return <WalletName wallet={{ walletAddress: address, aptosName, isWalletAddress: true }} bare={bare} />
}
