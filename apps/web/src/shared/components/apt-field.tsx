import { TextField, type TextFieldProps } from '@opal/ui/controls/text-field'

export interface AptFieldProps
  extends Pick<TextFieldProps, 'label' | 'hideLabel' | 'placeholder' | 'autoFocus' | 'error' | 'hint'> {
  /** The typed text, in APT. */
  value: string
  onChange(text: string): void
}

/** A text field for an amount in APT. The caller validates it. */
export function AptField({ placeholder = '0.0', onChange, ...rest }: AptFieldProps) {
  return (
    <TextField
      {...rest}
      placeholder={placeholder}
      inputMode="decimal"
      trail={<span>APT</span>}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
