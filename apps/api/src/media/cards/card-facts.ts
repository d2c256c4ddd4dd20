/** What a share card says. Everything comes from strangers but the labels. */
export interface CardFacts {
  /** The small line over the name. */
  readonly kicker: string
  readonly name: string
  /** Addresses of the art, as metadata names them, the best first. */
  readonly art: readonly string[]
  /** Dominant colour of the first of them, `#rrggbb`; null when it is not known. */
  readonly colour: string | null
  readonly isVerified: boolean
  /** At most four. */
  readonly figures: readonly CardFigure[]
}

/** A label and a value, both shown as they are. */
export interface CardFigure {
  readonly label: string
  readonly value: string
}
