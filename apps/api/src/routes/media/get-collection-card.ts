import { getCollectionCard } from '@opal/contract/share-cards'
import { defineRoute } from '../../http/route.ts'
import { loadCollectionCard } from '../../load/load-card-facts.ts'
import { answerCard } from '../../media/cards/answer-card.ts'

export const getCollectionCardRoute = defineRoute(getCollectionCard, async (context, { params }) =>
  answerCard(await context.cards.card(await loadCollectionCard(context, params.id))),
)
