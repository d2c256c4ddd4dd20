import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { type FormEvent, useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { typedText } from '../../../shared/format/typed-text.ts'
import { addOwnWallet, WALLETS_FULL } from './own-wallets.ts'
import styles from './wallets-panel.module.css'

const TIMEOUT_MS = 15_000

/** Form that adds an own wallet by address or `.apt` name. */
export function AddWallet() {
  const { api } = useSite()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const typed = typedText(text)
    try {
      const { findWalletOfPath, missingWallet } = await import('../../../entities/wallet/find-wallet-of-path.ts')
      const address = await findWalletOfPath(api, typed, AbortSignal.timeout(TIMEOUT_MS))
      if (address === null) setError(missingWallet(typed, 'Enter an address or a .apt name.'))
      else if (!addOwnWallet(address)) setError(WALLETS_FULL)
      else setText('')
    } catch {
      setError('Couldn’t look up that name. Try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void add(event)}>
      <TextField
        label="Address or .apt name"
        hideLabel
        placeholder="0x… or name.apt"
        spellCheck={false}
        maxLength={140}
        error={error}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={typedText(text) === ''}>
        Add
      </Button>
    </form>
  )
}
