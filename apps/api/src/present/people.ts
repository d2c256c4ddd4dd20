/** Who addresses are, as far as lists show it. */
export interface People {
  /** Addresses that hold code, not people: the marketplaces' packages and fee schedules. */
  readonly contracts: ReadonlySet<string>
  /** Primary `.apt` names by address. */
  readonly names: ReadonlyMap<string, string>
}
