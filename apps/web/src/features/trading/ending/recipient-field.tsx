import { findNamedWallet } from '@opal/contract/names'
import { type Address, isSpecialAddress, parseAddress } from '@opal/domain/address'
import { TextField } from '@opal/ui/controls/text-field'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { isAptosName } from '../../../shared/format/name.ts'
import { typedText } from '../../../shared/format/typed-text.ts'
import { useFieldError } from '../fields/use-field-error.ts'

export interface RecipientFieldProps {
  label: string
  value: string
  autoFocus?: boolean
  /** An empty field is no error. */
  isOptional?: boolean
  /** Why the wallet cannot be this one, where it is one. */
  error?: string | undefined
  onChange(text: string): void
}

/** Field for a wallet: an address, or an Aptos name, whose address it shows. */
export function RecipientField(props: RecipientFieldProps) {
  const { label, value, autoFocus = false, isOptional = false, onChange } = props
  const { address, isSearching, error: unread } = useRecipient(value)
  const error = isOptional && value.trim() === '' ? null : (unread ?? (address === null ? null : (props.error ?? null)))
  return (
    <TextField
      label={label}
      placeholder="0x… or name.apt"
      autoFocus={autoFocus}
      value={value}
      error={useFieldError(value, error)}
      hint={isSearching ? 'Looking up name' : (address ?? undefined)}
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

/** A lookup that failed says nothing of the name. */
const UNKNOWN = 'Couldn’t look up that name. Try again in a moment.'

/** Returns the address that a text means. */
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
  if (parsed.kind === 'bad') return { address: null, name, isSearching: false, error: parsed.error }
  const found = query.data?.walletAddress ?? null
  return {
    address: found,
    name,
    isSearching: query.isPending,
    error: query.isPending || found !== null ? null : query.isError ? UNKNOWN : 'No wallet has this name',
  }
}

/** A parsed recipient. */
export type ParsedRecipient =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'bad'; readonly error: string }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'name'; readonly name: string }

const SPECIAL = 'This address belongs to the chain itself, not to a wallet'

/**
 * Parses an address or an Aptos name. Accepts addresses of 64 digits only: a shorter one may have lost its last digits, and
 * filled up with zeros it is another valid address. The chain's own addresses are no wallet's.
 * @source docs/product/trading.md#recipients
 */
export function parseRecipient(text: string): ParsedRecipient {
  const trimmed = typedText(text)
  if (trimmed === '') return { kind: 'nothing' }
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(trimmed)?.[1]?.length
  if (digits === 64) {
    const address = parseAddress(trimmed)
    return isSpecialAddress(address) ? { kind: 'bad', error: SPECIAL } : { kind: 'address', address }
  }
  if (digits !== undefined) return { kind: 'bad', error: `An address has 64 digits after 0x. This one has ${digits}.` }
  if (isAptosName(trimmed)) return { kind: 'name', name: trimmed.toLowerCase() }
  return { kind: 'bad', error: 'Enter an address or .apt name' }
}
