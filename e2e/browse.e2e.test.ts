import { addressesJourneys } from './browse/addresses.journey.ts'
import { auditedJourneys } from './browse/audited.journey.ts'
import { openBrowsing } from './browse/browsing.ts'
import { frameJourneys } from './browse/frame.journey.ts'
import { landingJourneys } from './browse/landing.journey.ts'
import { searchJourneys } from './browse/search.journey.ts'
import { smallWindowsJourneys } from './browse/small-windows.journey.ts'

// Six scenes on one market.
const site = openBrowsing()
addressesJourneys(site)
frameJourneys(site)
searchJourneys(site)
landingJourneys(site)
smallWindowsJourneys(site)
auditedJourneys(site)
