import { TextField, type TextFieldProps } from '@opal/ui/controls/text-field'

export interface AptFieldProps
  extends Pick<TextFieldProps, 'label' | 'hideLabel' | 'placeholder' | 'autoFocus' | 'error' | 'hint'> {
  /** The typed text, in APT. */
  value: string
  onChange(text: string): void
}

/** A text field for an amount in APT. The caller validates it. What it starts with is replaced by typing, where it has the focus from the start. */
export function AptField({ placeholder = '0.0', onChange, ...rest }: AptFieldProps) {
  return (
    <TextField
      {...rest}
      placeholder={placeholder}
      inputMode="decimal"
      onFocus={rest.autoFocus === true ? (event) => event.target.select() : undefined}
      trail={<span data-unit="">APT</span>}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
