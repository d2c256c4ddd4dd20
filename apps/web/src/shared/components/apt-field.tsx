import { TextField, type TextFieldProps } from '@opal/ui/controls/text-field'

export interface AptFieldProps
  extends Pick<TextFieldProps, 'label' | 'hideLabel' | 'placeholder' | 'autoFocus' | 'error'> {
  /** As typed, in APT. */
  value: string
  onChange(text: string): void
}

/** An amount in APT, as it is typed; whether it is one is the owner's to say. */
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
