import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { finishCommand, useCommand } from '../../../app/commands.ts'
import { AddressIdenticon } from '../../../entities/wallet/address-identicon.tsx'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import styles from './disconnect-dialog.module.css'

/** Dialog that disconnects the wallet. */
export function DisconnectDialog({ onDisconnect }: { onDisconnect(): Promise<void> }) {
  const open = useCommand('openDisconnect') !== null
  const { address, walletName } = useStore(walletSession)
  const disconnect = () => {
    finishCommand('openDisconnect')
    void onDisconnect()
  }
  if (address === null) return null
  return (
    <Dialog
      open={open}
      onOpenChange={() => finishCommand('openDisconnect')}
      title="Disconnect Wallet"
      width={400}
      footer={
        <Button variant="danger" wide onClick={disconnect}>
          Disconnect Wallet
        </Button>
      }
    >
      <div className={styles.wallet}>
        <AddressIdenticon address={address} size={40} />
        <div className={styles.words}>
          <p className={styles.name}>{walletName}</p>
          <p className={styles.address}>{address}</p>
        </div>
      </div>
    </Dialog>
  )
}
