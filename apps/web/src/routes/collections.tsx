import { redirect } from 'react-router'

/** Redirects to the landing page, which contains the list of collections. @source docs/product/site.md#collections-list */
export const loader = () => redirect('/#collections')
