import { addressesJourneys } from './browse/addresses.journey.ts'
import { auditedJourneys } from './browse/audited.journey.ts'
import { barJourneys } from './browse/bar.journey.ts'
import { openBrowsing } from './browse/browsing.ts'
import { forcedColorsJourneys } from './browse/forced-colors.journey.ts'
import { frameJourneys } from './browse/frame.journey.ts'
import { landingJourneys } from './browse/landing.journey.ts'
import { missingPartsJourneys } from './browse/missing-parts.journey.ts'
import { searchJourneys } from './browse/search.journey.ts'
import { smallActivityJourneys } from './browse/small-windows/activity.journey.ts'
import { smallCollectionJourneys } from './browse/small-windows/collection.journey.ts'
import { dockedJourneys } from './browse/small-windows/docked.journey.ts'
import { smallFrameJourneys } from './browse/small-windows/frame.journey.ts'
import { smallListingJourneys } from './browse/small-windows/listing.journey.ts'
import { smallOfflineJourneys } from './browse/small-windows/offline.journey.ts'
import { smallPortfolioJourneys } from './browse/small-windows/portfolio.journey.ts'
import { smallTokenJourneys } from './browse/small-windows/token.journey.ts'

// All scenes on one market.
const site = openBrowsing()
addressesJourneys(site)
frameJourneys(site)
barJourneys(site)
missingPartsJourneys(site)
forcedColorsJourneys(site)
searchJourneys(site)
landingJourneys(site)
smallFrameJourneys(site)
smallActivityJourneys(site)
dockedJourneys(site)
smallCollectionJourneys(site)
smallTokenJourneys(site)
smallListingJourneys(site)
smallPortfolioJourneys(site)
smallOfflineJourneys(site)
auditedJourneys(site)
