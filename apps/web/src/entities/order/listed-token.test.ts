import { expect, it } from 'vitest'
import { testingDetail } from '../../testing/testing-detail.ts'
import { testingListing } from '../../testing/testing-item.ts'
import { cheapestListed } from './listed-token.ts'

// @feature trade.editions
it('takes the edition of the listing that the page offers, whichever one it shows', () => {
  const { tokenDataId } = testingDetail()
  const listed = (marketplace: string, listingId: string, propertyVersion: string) =>
    testingListing(tokenDataId, { marketplace, listingId, propertyVersion })
  // Ids are unique for each marketplace only.
  const listings = [listed('other', 'a', '0'), listed('own', 'b', '1'), listed('own', 'a', '3')]
  const shown = { propertyVersion: '7', marketplace: 'own', listingId: 'a', listings }
  expect(cheapestListed(testingDetail(shown))).toMatchObject({ listingId: 'a', listedPropertyVersion: '3' })
  const unlisted = testingDetail({ ...shown, marketplace: null, listingId: null })
  expect(cheapestListed(unlisted)).toEqual(unlisted)
})
