import type { LookAlike } from '@opal/contract/collections'

/** Returns the warning. @source docs/product/collections.md#look-alikes */
export function lookAlikeSentence({ collectionName, isVerified }: LookAlike): string {
  return `This name looks like ${collectionName}, ${isVerified ? 'a verified' : 'a larger'} collection`
}
