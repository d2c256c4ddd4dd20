/** Selector of controls that can be pressed: a button that waits for something may take the focus, and say so when it is pressed. */
export const PRESSABLE = ':enabled:not([aria-disabled="true"])'
