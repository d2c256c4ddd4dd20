import { apiJourneys } from './outages/api.journey.ts'
import { imagesJourneys } from './outages/images.journey.ts'
import { openOutageHarness } from './outages/outage-harness.ts'
import { socketJourneys } from './outages/socket.journey.ts'
import { streamJourneys } from './outages/stream.journey.ts'

// Each part stopped in turn, on one market.
const site = openOutageHarness()
apiJourneys(site)
socketJourneys(site)
imagesJourneys(site)
streamJourneys(site)
