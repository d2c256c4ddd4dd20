import { TextField } from '@opal/ui/controls/text-field'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/** @source docs/product/site.md#search-delay */
const DEBOUNCE_MS = 300

export interface SearchFieldProps {
  /** Accessible name. */
  label: string
  placeholder: string
  maxLength: number
  value: string
  /** Called when typing has paused. */
  onChange(value: string): void
}

/** A text field that filters a list as the user types. */
export function SearchField({ label, placeholder, maxLength, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  /** Texts that were reported and are not yet the value: more may be typed until they are. */
  const reported = useRef<readonly string[]>([])
  useEffect(() => {
    const at = reported.current.indexOf(value)
    reported.current = at === -1 ? [] : reported.current.slice(at + 1)
    if (at === -1) setText(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the wait.
  useEffect(() => {
    if (text === (reported.current.at(-1) ?? value)) return
    const timer = setTimeout(() => {
      reported.current = [...reported.current, text]
      onChange(text)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      label={label}
      hideLabel
      type="search"
      placeholder={placeholder}
      maxLength={maxLength}
      lead={<Search aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
