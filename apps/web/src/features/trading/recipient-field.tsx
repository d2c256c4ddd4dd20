import { findNamedWallet } from '@opal/contract/names'
import { TextField } from '@opal/ui/controls/text-field'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../lib/site.tsx'
import { parseRecipient } from './parse-recipient.ts'
import { useFieldError } from './use-field-error.ts'

export interface RecipientFieldProps {
  value: string
  onChange(text: string): void
}

/** Who receives: an address, or an Aptos name, whose address is then shown. */
export function RecipientField({ value, onChange }: RecipientFieldProps) {
  const { address, isSearching, error } = useRecipient(value)
  return (
    <TextField
      label="To"
      placeholder="0x… or name.apt"
      autoFocus
      value={value}
      error={useFieldError(value, error)}
      hint={isSearching ? 'Looking the name up' : (address ?? undefined)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export interface Recipient {
  readonly address: string | null
  /** The name that was typed; null for an address. */
  readonly name: string | null
  readonly isSearching: boolean
  readonly error: string | null
}

/** The address that a text means. */
export function useRecipient(text: string): Recipient {
  const { api } = useSite()
  const parsed = parseRecipient(text)
  const name = parsed.kind === 'name' ? parsed.name : null
  const query = useQuery({
    queryKey: ['named-wallet', name],
    enabled: name !== null,
    queryFn: () => api(findNamedWallet, { params: { name: name ?? '' } }),
  })
  if (parsed.kind === 'address') return { address: parsed.address, name, isSearching: false, error: null }
  if (parsed.kind === 'nothing') return { address: null, name, isSearching: false, error: 'Required.' }
  if (parsed.kind === 'bad')
    return { address: null, name, isSearching: false, error: 'Neither an address nor a .apt name' }
  const found = query.data?.walletAddress ?? null
  return {
    address: found,
    name,
    isSearching: query.isPending,
    error: query.isPending || found !== null ? null : 'Nobody has this name',
  }
}
