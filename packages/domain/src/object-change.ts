import type { Address } from './address.ts'

/** What one transaction did to objects, read by `chain/objects`. */
export interface ObjectChanges {
  /** One for each object written, in its final state. */
  readonly written: readonly WrittenObject[]
  readonly deleted: readonly DeletedObject[]
  /** One for each resource written to an object, by position in the write set; null when history is not kept. */
  readonly history: readonly { readonly changeIndex: number; readonly object: WrittenObject }[] | null
}

export interface WrittenObject {
  readonly objectAddress: Address
  readonly ownerAddress: Address
  readonly stateKeyHash: string
  readonly guidCreationNum: bigint
  readonly allowUngatedTransfer: boolean
  /** Untransferable by mark, or because only an admin may move it. */
  readonly isUntransferable: boolean
}

export interface DeletedObject {
  readonly changeIndex: number
  readonly objectAddress: Address
  readonly stateKeyHash: string
}
