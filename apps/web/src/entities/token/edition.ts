/** A token in one of its editions: property versions, which only v1 tokens have several of. */
export interface TokenEdition {
  readonly tokenDataId: string
  /** Absent where it is unknown. */
  readonly propertyVersion?: string | undefined
  /** Editions of the token that its holder has; absent where it is unknown. */
  readonly editionsHeld?: number | undefined
}

/** Returns a key that is equal for equal tokens in equal editions. */
export function editionKey({ tokenDataId, propertyVersion }: TokenEdition): string {
  return propertyVersion === undefined ? tokenDataId : `${tokenDataId} ${propertyVersion}`
}

/** Returns the name of an edition; null where it needs none: it is the first, and its holder has no other. */
export function editionLabel({ propertyVersion, editionsHeld = 1 }: Omit<TokenEdition, 'tokenDataId'>): string | null {
  const isPlain = propertyVersion === undefined || (propertyVersion === '0' && editionsHeld <= 1)
  return isPlain ? null : `Edition ${propertyVersion}`
}

/**
 * Returns the name of the edition that a listing sells; null where it needs none: it is the first, and the page shows no other.
 * @param propertyVersion the edition that the page shows.
 */
export function listedEditionLabel({
  propertyVersion = '0',
  listedPropertyVersion,
}: Pick<TokenEdition, 'propertyVersion'> & { readonly listedPropertyVersion?: string | undefined }): string | null {
  return editionLabel({ propertyVersion: listedPropertyVersion, editionsHeld: propertyVersion === '0' ? 1 : 2 })
}
