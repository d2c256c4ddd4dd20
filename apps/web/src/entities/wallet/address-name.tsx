import { namedWallet } from '../../shared/format/name.ts'
import { useWalletNames } from './use-wallet-names.ts'
import { WalletName } from './wallet-name.tsx'

export interface AddressNameProps {
  address: string
  /** Shows its name in full, as far as there is room. */
  isWhole?: boolean
}

/** A wallet of which only the address is known, without an identicon: asks for its name. */
export default function AddressName({ address, isWhole = false }: AddressNameProps) {
  return <WalletName wallet={namedWallet(address, useWalletNames([address]))} bare isWhole={isWhole} />
}
