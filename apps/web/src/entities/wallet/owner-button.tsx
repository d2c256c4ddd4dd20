import { Button, type ButtonProps } from '@opal/ui/controls/button'
import { useIsWalletAwaited } from './use-own-address.ts'

/** A button for what only the owner of a wallet can do: disabled while the wallet of the last visit is on its way. */
export function OwnerButton({ disabled = false, title, ...props }: ButtonProps) {
  const isAwaited = useIsWalletAwaited()
  return <Button {...props} disabled={disabled || isAwaited} title={isAwaited ? 'Connecting your wallet' : title} />
}
