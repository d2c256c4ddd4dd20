import { Component, type ReactNode } from 'react'
import { LAST_RESORT } from './last-resort-words.ts'

/** Shows one plain sentence when its children throw. Everything that could throw again is left out of it. */
export class LastResort extends Component<{ children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <p role="alert">{LAST_RESORT}</p> : this.props.children
  }
}
