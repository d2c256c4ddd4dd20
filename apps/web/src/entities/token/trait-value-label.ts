/** Returns the label of a trait's value. Some are empty texts. */
export function traitValueLabel(value: string): string {
  return value || 'Empty'
}
